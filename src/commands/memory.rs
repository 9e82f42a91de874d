//! How much memory this process may use, where that can be known.

/// Bytes of memory that this process may use: all of the machine, or its share where it is shared out.
///
/// Known on Linux alone; elsewhere `--max-memory` says it.
#[cfg(target_os = "linux")]
pub(super) fn memory_of_machine() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    let machine = rustix::system::sysinfo();
    let unit = u64::from(machine.mem_unit.max(1));
    #[allow(clippy::useless_conversion, reason = "the fields are narrower on 32 bits")]
    let pages = u64::from(machine.totalram).saturating_add(u64::from(machine.totalswap));
    let of_shell = getrlimit(Resource::As).current.unwrap_or(u64::MAX);
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let of_group = limit_of_groups(&groups, |file| std::fs::read_to_string(file).ok());
    let memory = pages.saturating_mul(unit).min(of_shell).min(of_group);
    Some(memory).filter(|memory| *memory > 0)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn memory_of_machine() -> Option<u64> {
    None
}

/// The smallest limit of the control groups that `/proc/self/cgroup` names and of those above them, by
/// version 2 (`0::/path`) and 1 (`4:memory:/path`); `u64::MAX` where none is set. See cgroups(7).
#[cfg(any(target_os = "linux", test))]
fn limit_of_groups(groups: &str, read: impl Fn(&std::path::Path) -> Option<String>) -> u64 {
    let limits = groups.lines().flat_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let controllers = fields.next().unwrap_or_default();
        let path = fields.next().unwrap_or_default().trim_start_matches('/');
        let (root, file) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            _ if controllers.split(',').any(|name| name == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => return Vec::new(),
        };
        let group = std::path::Path::new(root).join(path);
        let own_and_above = group.ancestors().take_while(|folder| folder.starts_with(root));
        own_and_above.filter_map(|folder| read(&folder.join(file))?.trim().parse().ok()).collect()
    });
    limits.min().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::limit_of_groups;

    #[test]
    fn the_smallest_limit_of_a_group_and_those_above_it_counts() {
        fn read(file: &std::path::Path) -> Option<String> {
            let limit = match file.to_str()? {
                "/sys/fs/cgroup/jobs/of-ada/memory.max" => "max\n",
                "/sys/fs/cgroup/jobs/memory.max" => "1000\n",
                "/sys/fs/cgroup/memory.max" => "2000\n",
                "/sys/fs/cgroup/memory/box/memory.limit_in_bytes" => "900\n",
                _ => return None,
            };
            Some(limit.to_owned())
        }
        assert_eq!(limit_of_groups("0::/jobs/of-ada\n", read), 1000);
        assert_eq!(limit_of_groups("5:cpu:/box\n4:memory:/box\n", read), 900);
        assert_eq!(limit_of_groups("5:cpu:/box\n", read), u64::MAX);
        assert_eq!(limit_of_groups("", read), u64::MAX);
    }
}

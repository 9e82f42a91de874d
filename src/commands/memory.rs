//! How much memory this process may use, where that can be known.

use sysinfo::{ProcessesToUpdate, System};

/// Bytes of memory that this process may use, where that can be known: all of the machine, or its share
/// where it is shared out.
pub(super) fn memory_of_machine() -> Option<u64> {
    let mut system = System::new().ok()?;
    system.refresh_memory();
    let all = system.total_memory() + system.total_swap();
    let own = sysinfo::get_current_pid().ok()?;
    system.refresh_processes(ProcessesToUpdate::Some(&[own]), false);
    let share = system.process(own)?.cgroup_limits();
    let of_group = share.map_or(all, |share| share.total_memory);
    let memory = all.min(of_group).min(memory_of_process());
    Some(memory).filter(|memory| *memory > 0)
}

/// What the shell lets a process use (`ulimit -v`).
#[cfg(unix)]
fn memory_of_process() -> u64 {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::As).current.unwrap_or(u64::MAX)
}

#[cfg(not(unix))]
fn memory_of_process() -> u64 {
    u64::MAX
}

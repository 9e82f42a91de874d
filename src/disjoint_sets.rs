//! Things and pairs of them in, the connected components out (union by smallest member with path halving; Tarjan,
//! "Efficiency of a good but not linear set union algorithm", JACM 1975).

/// Things from 0 on, each in one set. The smallest member of a set stands for it, whoever was put together first.
#[derive(Debug)]
pub struct DisjointSets(Vec<u32>);

impl DisjointSets {
    /// So many things, each by itself.
    pub fn new(n_things: usize) -> Self {
        Self((0..n_things as u32).collect())
    }

    /// The smallest member of the set that a thing is in.
    pub fn find(&mut self, mut thing: u32) -> u32 {
        while self.0[thing as usize] != thing {
            self.0[thing as usize] = self.0[self.0[thing as usize] as usize];
            thing = self.0[thing as usize];
        }
        thing
    }

    /// Puts the sets of two things together.
    pub fn union(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
    }

    /// All sets, by their smallest members; the members of each ascend.
    pub fn sets(&mut self) -> Vec<Vec<u32>> {
        let mut sets: Vec<Vec<u32>> = vec![Vec::new(); self.0.len()];
        for thing in 0..self.0.len() as u32 {
            sets[self.find(thing) as usize].push(thing);
        }
        sets.retain(|set| !set.is_empty());
        sets
    }
}

#[cfg(test)]
mod tests {
    use super::DisjointSets;

    #[test]
    fn what_hangs_together_is_one_set() {
        let mut sets = DisjointSets::new(6);
        [(4, 5), (0, 4), (3, 1), (5, 0)].iter().for_each(|(a, b)| sets.union(*a, *b));
        assert_eq!([0, 1, 2, 3, 4, 5].map(|thing| sets.find(thing)), [0, 1, 2, 1, 0, 0]);
        assert_eq!(sets.sets(), [vec![0, 4, 5], vec![1, 3], vec![2]]);
    }
}

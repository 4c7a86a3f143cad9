// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import java.util.HashSet;
import java.util.Set;

/**
 * A sample of the reported identities of one kind of thing, under one mask. Immutable.
 *
 * @param mask bits of a hash that are zero in all kept hashes
 * @param hashes the kept hashes
 */
public record IdentitySample(long mask, Set<Long> hashes) {
    /** The combined samples of two agents, under the mask of both. */
    IdentitySample plus(IdentitySample other) {
        Set<Long> all = new HashSet<>(hashes);
        all.addAll(other.hashes);
        return new IdentitySample(mask | other.mask, all);
    }
}

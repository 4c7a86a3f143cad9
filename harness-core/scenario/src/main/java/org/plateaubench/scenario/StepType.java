// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import java.util.List;
import org.plateaubench.scenario.tree.Key;

/**
 * A kind of step.
 *
 * @param key the key by which the step is recognised, with its description
 * @param keys the other keys that it may have
 */
public record StepType(Key key, List<Key> keys) {
    public StepType {
        keys = List.copyOf(keys);
    }

    /** The name of the key by which the step is recognised. */
    public String name() {
        return key.name();
    }
}

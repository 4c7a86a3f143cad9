// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Problems;

/**
 * What one reading of a run file gathers.
 *
 * @param problems problems so far
 * @param files files that the run file refers to
 */
public record Reading(Problems problems, ReplayFiles files) {

    /** Reports a problem with the value at a path. */
    public void problem(ConfigNode node, String path, String message) {
        problems.add(node.location(), path, message);
    }

    /** Reports a value that is not what it must be. */
    public void mustBe(String wanted, ConfigNode node, String path) {
        problem(node, path, "must be " + wanted + ", found " + node.shown());
    }
}

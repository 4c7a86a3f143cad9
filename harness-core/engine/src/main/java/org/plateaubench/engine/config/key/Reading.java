// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Problems;

public record Reading(Problems problems, ReferencedFiles files) {

    public void problem(ConfigNode node, String path, String message) {
        problems.add(node.location(), path, message);
    }

    public void mustBe(String expected, ConfigNode node, String path) {
        problem(node, path, "must be " + expected + ", found " + node.shown());
    }
}

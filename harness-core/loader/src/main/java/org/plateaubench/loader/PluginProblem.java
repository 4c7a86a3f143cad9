// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

/**
 * The reason why a plugin, or a part of one, cannot be used.
 *
 * @param plugin its id, or its folder if the id is unknown
 * @param message the reason, a sentence
 */
public record PluginProblem(String plugin, String message) {
    /** Plugin and sentence in one line. */
    @Override
    public String toString() {
        return "plugin " + plugin + ": " + message;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

/**
 * Why a plugin, or a part of one, is missing.
 *
 * @param plugin id, or folder where the id is not known
 * @param message a sentence
 */
public record PluginProblem(String plugin, String message) {
    /** Plugin and sentence in one line. */
    @Override
    public String toString() {
        return "plugin " + plugin + ": " + message;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

/** The reason why a plugin, named by its id or by its folder if the id is unknown, cannot be used. */
public record PluginProblem(String plugin, String message) {
    @Override
    public String toString() {
        return "plugin " + plugin + ": " + message;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import org.plateaubench.app.Installation;
import org.plateaubench.cli.display.CommandName;

/**
 * Reports the plugins that could not be loaded, because a run could otherwise use another plugin of the same id, or
 * none.
 */
public final class PluginProblems {
    private PluginProblems() {}

    /** Prints a line for each problem on standard error. */
    public static void show(Installation installation) {
        installation.problems().forEach(CommandName::report);
    }
}

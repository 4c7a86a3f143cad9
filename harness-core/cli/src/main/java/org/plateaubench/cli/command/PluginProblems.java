// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import org.plateaubench.app.Installation;
import org.plateaubench.cli.display.CommandName;

/** Says which plugins could not be loaded: a run may else use another one of the same id, or none. */
public final class PluginProblems {
    private PluginProblems() {}

    /** A line for each problem, beside the output of the command. */
    public static void show(Installation installation) {
        installation.problems().forEach(CommandName::report);
    }
}

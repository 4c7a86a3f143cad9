// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.PrintStream;
import java.util.Collection;
import java.util.Optional;
import org.plateaubench.loader.isolation.PluginExit;
import org.plateaubench.loader.isolation.PluginOutput;
import org.plateaubench.loader.isolation.PluginThreads;

/** Observes the behaviour of plugins in this process. Stateless; any thread. */
public final class PluginWatch {
    private PluginWatch() {}

    /**
     * A stream that passes on the output of the harness and writes that of plugins into the run folder.
     *
     * @param terminal stream for the output of the harness
     * @param name name of the stream in that file, such as {@code out}
     */
    public static PrintStream around(PrintStream terminal, String name) {
        return PluginOutput.ofProcess().around(terminal, name);
    }

    /** A sentence for the operator about the plugin that is ending the process; empty if none is. */
    public static Optional<String> exit() {
        return PluginExit.sentence();
    }

    /** A sentence for the operator about each plugin that has left threads running. */
    public static Collection<String> threadsLeft() {
        return PluginThreads.left().values();
    }
}

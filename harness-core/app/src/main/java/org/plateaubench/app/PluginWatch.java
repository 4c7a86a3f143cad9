// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.PrintStream;
import java.util.Collection;
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

    /** The reason why the process is ending, as far as it is known, a sentence for the operator. */
    public static String endCause() {
        return PluginThreads.ending()
                .orElse("The process was requested to end during the run, and not by its console. Find out what sent"
                        + " it a signal, and run it again.");
    }

    /** A sentence for the operator about each plugin that has left threads running. */
    public static Collection<String> threadsLeft() {
        return PluginThreads.left().values();
    }
}

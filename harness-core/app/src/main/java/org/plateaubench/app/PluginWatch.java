// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.PrintStream;
import java.util.Collection;
import org.plateaubench.loader.isolation.PluginOutput;
import org.plateaubench.loader.isolation.PluginThreads;

/** Observes plugins for the code that owns the process. Stateless; any thread. */
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

    /** Why the process is ending, as far as that is visible, a sentence for a person. */
    public static String endCause() {
        return PluginThreads.ending()
                .orElse("The process was requested to end during the run, and not by its console. Find out what sent"
                        + " it a signal, and run it again.");
    }

    /** The threads that plugins have left running, a sentence for a person each. */
    public static Collection<String> threadsLeft() {
        return PluginThreads.left().values();
    }
}

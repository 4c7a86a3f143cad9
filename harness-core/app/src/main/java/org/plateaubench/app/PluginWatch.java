// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.PrintStream;
import java.util.Collection;
import org.plateaubench.loader.isolation.PluginOutput;
import org.plateaubench.loader.isolation.PluginThreads;

/** What whoever owns the process must know of plugins in it. Stateless; any thread. */
public final class PluginWatch {
    private PluginWatch() {}

    /**
     * A stream that passes on what the harness prints and leads what plugins print into the folder of the run.
     *
     * @param terminal where the harness prints
     * @param name how the stream is called there, such as {@code out}
     */
    public static PrintStream around(PrintStream terminal, String name) {
        return PluginOutput.ofProcess().around(terminal, name);
    }

    /** Why the process is being ended, as far as that can be seen, a sentence for a person. */
    public static String endCause() {
        return PluginThreads.ending()
                .orElse("The process was asked to end while the run went on, and not by its console."
                        + " Look for who sent it a signal, and run it again.");
    }

    /** Which threads plugins have left, a sentence for a person each. */
    public static Collection<String> threadsLeft() {
        return PluginThreads.left().values();
    }
}

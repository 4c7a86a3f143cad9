// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.Locale;

/** What a plugin is checked for; {@code docs/plugin-check.md} explains each. */
public enum CheckRule {
    /** The archive holds one plugin, which can be loaded. */
    LOAD("Mend what the sentence names, and pack the plugin again."),
    /** The manifest names the plugin interface. */
    SPI_VERSION("Let the build write the attribute Plateau-SPI-Version into the manifest of the jar."),
    /** Every class, method and field that the plugin's own classes use is there. */
    LINKAGE("Compile against the jars of this Plateau, and pack every library that the plugin uses."),
    /** Names, descriptions and version are there. */
    DESCRIPTION("Say in one sentence what it is."),
    /** Parameters can be bound and carry their marks. */
    PARAMETERS("Mend the record of parameters."),
    /** The definition of a workload is complete and a function of the parameters. */
    DEFINITION("Mend define() and check() of the workload."),
    /** There is a page that names every workload, operation and parameter. */
    DOCS("Put a page in Markdown beside the jars, or name it with --docs."),
    /** Users run, in every execution, without a fault. */
    RUN("Mend the driver; it must report failures as outcomes."),
    /** A user returns from an operation that the SUT does not answer. */
    ABORT("abort() must make a blocked call return, by closing its socket."),
    /** No operation ends before its reply. */
    REPLY("Report the end of an operation when its reply has arrived."),
    /** No thread is left. */
    THREADS("End in close() what was started."),
    /** No socket is left. */
    SOCKETS("Close every socket in close(), and before connecting again."),
    /** No file and no pipe is left open. */
    FILES("Close every file and pipe as soon as it was read or written."),
    /** The heap does not grow with the operations. */
    HEAP("Keep nothing for each operation, or bound it."),
    /** What operations cost the client. */
    OVERHEAD("Build requests in prepareOperation() and reuse buffers."),
    /** The process is left alone. */
    PROCESS("Report by outcomes, counters and findings, and leave the process alone."),
    /** Data is prepared, restored and cleared, as often as asked. */
    DATA("Make prepare() and clear() work from any state of the SUT."),
    /** Data of others stays. */
    FOREIGN_DATA("Change and remove only what carries the marker of the data set."),
    /** The reconciliation finds lost and doubled writes. */
    RECONCILE("Compare what the SUT holds with the totals that reconcile() is given."),
    /** A service starts, stops and clears. */
    SERVICE("Mend the service; EmbeddedService of plateau-process has the whole lifecycle."),
    /** A service leaves no process. */
    ORPHAN("End every process in stop() and close(), also after a failed start.");

    private final String remedy;

    CheckRule(String remedy) {
        this.remedy = remedy;
    }

    /** The name in lists, such as {@code foreign-data}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What to do in most cases, a sentence. */
    public String remedy() {
        return remedy;
    }
}

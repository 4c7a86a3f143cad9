// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.Locale;

/** The rules for plugins; {@code docs/plugin-check.md} explains each. */
public enum CheckRule {
    /** The archive contains one plugin, which can be loaded. */
    LOAD("Correct what the sentence names, and package the plugin again."),
    /** Names, descriptions and the version are present. */
    DESCRIPTION("Describe it in one sentence."),
    /** Parameters can be bound and declare what they reach. */
    PARAMETERS("Correct the record of parameters."),
    /** The definition of a workload is complete and a function of the parameters. */
    DEFINITION("Correct define() and check() of the workload."),
    /** Every operation that reads declares what it verifies, and a wrong answer is an error. */
    ANSWERS("Compare each answer with what the driver asked for, or declare less with verifying()."),
    /** Users run, in every execution, without a fault. */
    RUN("Correct the driver; it must report failures as outcomes."),
    /** One workload of the plugin or more was driven. */
    DRIVEN("Name a SUT with --sut, and parameters with --set; --allow-undriven checks only the rest."),
    /** A user returns from an operation that the SUT does not answer. */
    ABORT("abort() must make a blocked call return, by closing its socket."),
    /** No operation ends before its reply. */
    REPLY("Report the end of an operation when its reply has arrived."),
    /** No thread is left running. */
    THREADS("End in close() every thread that was started."),
    /** No socket is left open. */
    SOCKETS("Close every socket in close(), and before connecting again."),
    /** The heap does not grow with the operations. */
    HEAP("Keep no data per operation, or limit its amount."),
    /** The plugin prints nothing. */
    PROCESS("Report through outcomes, counters and findings."),
    /** Data can be prepared, restored and cleared any number of times. */
    DATA("Make prepare() and clear() work from any state of the SUT."),
    /** Data that does not belong to the plugin is not changed. */
    FOREIGN_DATA("Change and remove only what carries the marker of the data set."),
    /** The reconciliation finds lost and duplicated writes. */
    RECONCILE("Compare the contents of the SUT with the totals that reconcile() receives."),
    /** A service starts, stops and clears. */
    SERVICE("Correct the service; EmbeddedService of plateau-process implements the whole lifecycle."),
    /** A service leaves no process behind. */
    ORPHAN("End every process in stop() and close(), even after a failed start.");

    private final String remedy;

    CheckRule(String remedy) {
        this.remedy = remedy;
    }

    /** The name in lists, such as {@code foreign-data}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The usual remedy, one sentence. */
    public String remedy() {
        return remedy;
    }
}

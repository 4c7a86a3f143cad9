// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.plugin.mail.site.Security;
import org.plateaubench.spi.SutContext;

/** Keys of a SUT of service {@code dovecot}. */
public record DovecotParameters(
        @Parameter(
                description = "How the workload's connections for mail are protected; the servers offer all three",
                defaultValue = "tls")
        Security security,

        @Parameter(
                description = "Maximum number of IMAP connections at a time, each of which is a process",
                defaultValue = "2000",
                min = 1,
                max = 100_000)
        int connections,

        @Parameter(
                description = "Maximum number of connections for submission at a time, each of which is a process",
                defaultValue = "500",
                min = 1,
                max = 10_000)
        int submissions,

        @Parameter(
                description = "Quota of all mailboxes of a user together, 0 for none",
                defaultValue = "0",
                unit = "MiB",
                min = 0,
                max = 1_000_000)
        int quotaMebibytes,

        @Parameter(
                description = "Further settings of Postfix's main.cf by name, which override those of the harness",
                defaultValue = "{}",
                reach = Reach.SETTINGS)
        Map<String, String> postfixSettings,

        @Parameter(description = "Format of mailboxes on disk", defaultValue = "maildir")
        Storage storage,

        @Parameter(
                description = "Further lines of dovecot.conf, which override those of the harness",
                defaultValue = "[]",
                reach = Reach.SETTINGS)
        List<String> dovecotSettings) {
    /** Name of the service in run files. */
    public static final String SERVICE = "dovecot";

    /** Checks what the bounds of single keys cannot express. */
    List<Finding> check(SutContext.Mode mode) {
        return check(mode, HostLimits.read().findings(connections));
    }

    /**
     * Checks the keys, and the mode of the service.
     *
     * @param ofHost findings about this host, which count where the harness starts the servers
     */
    List<Finding> check(SutContext.Mode mode, List<Finding> ofHost) {
        if (mode == SutContext.Mode.EXTERNAL) {
            return List.of(Finding.problem(
                    "Service " + SERVICE + " is started by the harness.",
                    "For servers that the harness does not run, use a SUT of service mail with mode external."));
        }
        return ofHost;
    }

    /** Formats of mailboxes. */
    public enum Storage {
        /** A file for each message, with its flags in the file's name. */
        MAILDIR,
        /** A file for each message, everything else in Dovecot's index. */
        SDBOX,
        /** Many messages in a file, everything else in Dovecot's index. */
        MDBOX
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.spi.SutContext;

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
                description =
                        "Further settings of Postfix's main.cf by name, which override the settings of the harness",
                defaultValue = "{}",
                reach = Reach.SETTINGS)
        Map<String, String> postfixSettings,

        @Parameter(description = "Format of mailboxes on disk", defaultValue = "maildir")
        Storage storage,

        @Parameter(
                description = "Further lines of dovecot.conf, which override the lines of the harness",
                defaultValue = "[]",
                reach = Reach.SETTINGS)
        List<String> dovecotSettings) {
    public static final String SERVICE = "dovecot";

    private static final Path WATCHERS = Path.of("/proc/sys/fs/inotify/max_user_instances");

    List<Finding> check(SutContext.Mode mode) {
        return check(mode, watchers());
    }

    /** Checks the mode, and that each IMAP connection, which is a process, may watch files. */
    List<Finding> check(SutContext.Mode mode, long watchers) {
        if (mode == SutContext.Mode.EXTERNAL) {
            return List.of(Finding.problem(
                    "Service " + SERVICE + " is started by the harness.",
                    "For servers that the harness does not run, use a SUT of service mail with mode external."));
        }
        return watchers >= connections
                ? List.of()
                : List.of(Finding.note("This host lets " + watchers
                        + " processes of a user watch files (fs.inotify.max_user_instances): where more IMAP"
                        + " connections than that wait for mail in IDLE, the others are notified up to 30 s later."
                        + " Raise it: sudo sysctl fs.inotify.max_user_instances="
                        + 2 * Math.max(connections, 64)));
    }

    /** Returns how many processes of a user may watch files on this host; {@link Long#MAX_VALUE} when unknown. */
    static long watchers() {
        // Read in one call: the kernel ends this file after the first read, however short it was.
        try (BufferedReader file = Files.newBufferedReader(WATCHERS)) {
            return file.lines().mapToLong(Long::parseLong).findFirst().orElse(Long.MAX_VALUE);
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }

    public enum Storage {
        /** A file for each message, with its flags in the file's name. */
        MAILDIR,
        /** A file for each message, everything else in Dovecot's index. */
        SDBOX,
        /** Many messages in a file, everything else in Dovecot's index. */
        MDBOX
    }
}

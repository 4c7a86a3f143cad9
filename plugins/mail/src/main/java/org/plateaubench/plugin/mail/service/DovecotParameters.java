// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.plugin.mail.connect.Security;
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

    /** Checks the mode; findings about this host count where the harness starts the servers. */
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

    /**
     * Limits of this host that mail servers reach first; {@link Long#MAX_VALUE} when unknown.
     *
     * @param watchers most processes of one user that may watch files at a time
     * @param openFiles most open files of one process
     */
    record HostLimits(long watchers, long openFiles) {
        private static final Path WATCHERS = Path.of("/proc/sys/fs/inotify/max_user_instances");
        private static final Pattern OPEN_FILES =
                Pattern.compile("^Max open files\\s+\\S+\\s+(\\d+)", Pattern.MULTILINE);
        private static final int FILES_PER_CONNECTION = 2;
        private static final int ROOM_BYTES = 4_096;
        private static final int OTHER_FILES = 1_000;

        static HostLimits read() {
            return new HostLimits(
                    number(Pattern.compile("(\\d+)"), WATCHERS), number(OPEN_FILES, Path.of("/proc/self/limits")));
        }

        private static long number(Pattern pattern, Path file) {
            // Read in one call: the kernel ends these files after the first read, however short it was.
            byte[] bytes = new byte[ROOM_BYTES];
            try (InputStream input = Files.newInputStream(file)) {
                int length = Math.max(0, input.read(bytes));
                Matcher matcher = pattern.matcher(new String(bytes, 0, length, StandardCharsets.US_ASCII));
                return matcher.find() ? Long.parseLong(matcher.group(1)) : Long.MAX_VALUE;
            } catch (IOException e) {
                return Long.MAX_VALUE;
            }
        }

        /** Returns findings for a number of IMAP connections, each of which is a process that may watch files. */
        List<Finding> findings(int connections) {
            List<Finding> findings = new ArrayList<>();
            if (watchers < connections) {
                findings.add(Finding.note("This host lets " + watchers
                        + " processes of a user watch files (fs.inotify.max_user_instances): where more IMAP"
                        + " connections than that wait for mail in IDLE, the others are notified up to 30 s later."
                        + " Raise it: sudo sysctl fs.inotify.max_user_instances="
                        + 2 * Math.max(connections, 64)));
            }
            long files = (long) FILES_PER_CONNECTION * connections + OTHER_FILES;
            if (openFiles < files) {
                findings.add(
                        Finding.note("This host lets a process have " + openFiles + " open files, and the servers may"
                                + " need " + files + " for " + connections
                                + " connections: raise the hard limit (ulimit -Hn), or"
                                + " lower connections."));
            }
            return findings;
        }
    }
}

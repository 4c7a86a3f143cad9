// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.console.ConsoleClient;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.Signals;
import picocli.CommandLine.Option;

final class ConsoleTarget {
    private static final String TOKEN = "PLATEAU_CONSOLE_TOKEN";
    private static final String PASSPHRASE = "PLATEAU_KEY_PASSPHRASE";
    private static final int MAX_PORT = 65_535;
    /** The first character after the visible ones of ASCII. */
    private static final char DELETE = 127;

    @Option(
            names = "--console",
            paramLabel = "<url>",
            description =
                    "Submit the run to the queue of a running console, with the API token in the variable " + TOKEN
                            + ", and follow it there. Ctrl-C requests the end of the run; a second one stops following it.")
    private @Nullable URI console;

    @Option(
            names = "--trust",
            paramLabel = "<file>",
            description = "PEM certificates to trust for the console instead of the JVM's trust store.")
    private @Nullable Path trust;

    @Option(
            names = "--client-certificate",
            description = "Certificate for a console that demands one: PEM, or PKCS#12 (.p12, .pfx).")
    private @Nullable Path certificate;

    @Option(
            names = "--client-key",
            description = "PEM file with its key, PKCS#8, if the certificate's file lacks it. The variable "
                    + PASSPHRASE + " has the passphrase, if there is one.")
    private @Nullable Path key;

    boolean isGiven() {
        return console != null;
    }

    ConsoleClient client() throws IOException {
        URI address = console;
        if (address == null
                || address.getHost() == null
                || address.getPort() > MAX_PORT
                || !("http".equals(address.getScheme()) || "https".equals(address.getScheme()))) {
            throw new UsageError("--console must be an address such as http://localhost:7070");
        }
        String token = token();
        return new ConsoleClient(
                address,
                token,
                new ConsoleClient.TlsFiles(
                        Optional.ofNullable(trust),
                        Optional.ofNullable(certificate),
                        Optional.ofNullable(key),
                        System.getenv().getOrDefault(PASSPHRASE, "")));
    }

    private String token() throws UsageError {
        String token = System.getenv().getOrDefault(TOKEN, "");
        if (token.isBlank()) {
            throw new UsageError("--console needs an API token, in the variable " + TOKEN
                    + "; create one on the page Account of the console.");
        }
        if (!token.chars().allMatch(letter -> letter > ' ' && letter < DELETE)) {
            throw new UsageError(
                    "The API token for --console contains blanks, line ends or letters that no token has; copy"
                            + " it again from the page Account of the console.");
        }
        return token;
    }

    static final class SubmittedRun {
        private static final long POLL_MILLIS = 500;

        private final ConsoleClient console;
        private final PrintStream out;
        private final boolean quiet;
        private final Semaphore interruptions = new Semaphore(0);
        private long shownBytes;
        private String reported = "";

        SubmittedRun(ConsoleClient console, PrintStream out, boolean quiet) {
            this.console = console;
            this.out = out;
            this.quiet = quiet;
        }

        ConsoleClient.Queued follow(ConsoleClient.Queued submitted) throws IOException, InterruptedException {
            int[] signals = {0};
            Signals.onInterrupt(() -> {
                if (++signals[0] > 1) {
                    CommandName.report("no longer following the run; the console completes it.");
                    Runtime.getRuntime().halt(ExitCode.INTERRUPTED.code());
                }
                interruptions.release();
            });
            ConsoleClient.Queued item = submitted;
            while (!item.isOver()) {
                report(item);
                if (interruptions.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                    printOnce("Asking the console to end the run; press Ctrl-C again to stop following it.");
                    console.cancel(item.id());
                }
                item = console.item(item.id());
                show(item);
            }
            return item;
        }

        private void report(ConsoleClient.Queued item) {
            if (item.isWaiting()) {
                printOnce("In the queue of the console, number " + item.position()
                        + (item.state().equals("scheduled") ? ", scheduled" : "")
                        + (item.message().isEmpty() ? "." : ": " + item.message()));
            }
        }

        private void show(ConsoleClient.Queued item) throws IOException, InterruptedException {
            if (quiet || item.isWaiting()) {
                return;
            }
            ConsoleClient.Output part = console.output(item.id(), shownBytes);
            while (part.endBytes() > shownBytes) {
                shownBytes = part.endBytes();
                out.print(part.text());
                part = console.output(item.id(), shownBytes);
            }
            out.flush();
        }

        private void printOnce(String sentence) {
            if (!sentence.equals(reported)) {
                reported = sentence;
                CommandName.report(sentence);
            }
        }
    }
}

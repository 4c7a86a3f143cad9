// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.rig;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.app.console.ConsoleOptions.ConsoleRights;
import org.plateaubench.app.console.ConsoleOptions.TrustedProxy;
import org.plateaubench.app.console.ConsoleProvider;
import org.plateaubench.app.console.ConsoleProvider.RunningConsole;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.RunsFolder.StudiesFolder;
import org.plateaubench.cli.command.Signals;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.plan.AllowFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "console",
        description = {
            "Serves the web console, in which runs are started, watched, read and compared.",
            "Prints its address and, until the first account exists, a link that signs you in and works once. Ctrl-C"
                    + " ends the console; its runs continue."
        },
        footer = {
            "  ./plateau console",
            "  sudo ./plateau console --user plateau --runs-dir /data/runs --data /data/console",
            "  ./plateau console --host bench.lab --tls-keystore console.p12",
            "  ./plateau console --allowed-host bench.lab --trust-header X-Plateau-User --from 127.0.0.2"
        })
public final class ConsoleCommand implements Callable<Integer> {
    private static final String TLS_PASSWORD = "PLATEAU_TLS_PASSWORD";

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Mixin
    private StudiesFolder studies = new StudiesFolder();

    @Option(
            names = "--host",
            description = "Address or name to listen on (default: ${DEFAULT-VALUE}, this machine only).")
    private String host = "127.0.0.1";

    @Option(names = "--port", description = "Port to listen on, 0 for any free one (default: ${DEFAULT-VALUE}).")
    private int port = 7070;

    @Option(
            names = "--files",
            description = "Folder of the run files to list, edit and start (default: ${DEFAULT-VALUE}).")
    private Path files = Path.of("configs");

    @Option(
            names = "--data",
            description = "Folder of the console's own data: accounts, audit log, queue (default: ${DEFAULT-VALUE}).")
    private Path data = Path.of(".plateau/console");

    @Option(
            names = "--allowed-host",
            paramLabel = "<name>",
            description = "Another host name by which users reach the console, such as the name of a proxy; may be"
                    + " repeated.")
    private List<String> allowedHosts = new ArrayList<>();

    @Option(
            names = "--tls-keystore",
            description = "Serve over TLS, with the certificate and key of this PKCS 12 file. The variable "
                    + TLS_PASSWORD + " has its password.")
    private @Nullable Path keystore;

    @Option(names = "--insecure", description = "Serve other machines without TLS; passwords then travel unencrypted.")
    private boolean insecure;

    @Option(
            names = "--trust-header",
            paramLabel = "<name>",
            description = "Header in which a reverse proxy names the account of the user whom it has signed in; needs"
                    + " --from.")
    private @Nullable String trustHeader;

    @Option(
            names = "--from",
            paramLabel = "<address>",
            description = "IP address of that proxy. Requests from other addresses are treated as if they had no such"
                    + " header.")
    private @Nullable String from;

    @Option(
            names = "--allow",
            paramLabel = "<file>",
            description = "File with the programs, files, settings and secrets of this host that users of the console"
                    + " may name although no run file on the host does.")
    private @Nullable Path allow;

    @Mixin
    private NotifyOptions notify = new NotifyOptions();

    @Option(
            names = "--user",
            description = "When started by root: switch to this user, and drop all rights of root, before serving.")
    private @Nullable String user;

    @Option(
            names = "--new-token",
            description = "Print a link that signs you in and works once, even if accounts" + " exist.")
    private boolean newToken;

    @Override
    public Integer call() throws IOException, InterruptedException, WrongConfiguration {
        if (port < 0 || port > 65_535) {
            throw new UsageError("--port must be between 0 and 65535");
        }
        checkRights();
        CountDownLatch end = new CountDownLatch(1);
        Signals.onInterrupt(end::countDown);
        try (RunningConsole console = ConsoleProvider.load(options())) {
            System.out.println("Plateau console: " + console.address());
            console.firstToken().ifPresent(token -> {
                System.out.println("Sign in for the first time (the link works once):");
                // Browsers do not send what follows '#', so that no proxy can log it.
                System.out.println("  " + console.address() + "#token=" + token);
            });
            System.out.println("Ctrl-C ends the console; its runs continue.");
            System.out.flush();
            end.await();
        }
        return ExitCode.PASS.code();
    }

    private void checkRights() throws IOException {
        ConsoleRights rights = ConsoleRights.ofThisProcess();
        // The launcher sets the user, but it does not read argument files.
        if (user != null && !user.equals(rights.user())) {
            throw new UsageError("the console runs as " + rights.user() + " and not as " + user
                    + "; give --user on the command line of ./plateau itself, as root");
        }
        if (rights.isRoot()) {
            CommandName.report("The console runs as root, and so does every run that it starts; name an"
                    + " ordinary user with --user NAME.");
        }
        rights.requireData(data);
        rights.requireWritable(runs.path(), "--runs-dir");
    }

    private ConsoleOptions options() throws UsageError, WrongConfiguration {
        return new ConsoleOptions(
                host,
                port,
                runs.path(),
                studies.path(),
                files,
                data,
                launcher(),
                notify.receiver(
                        System.getenv().getOrDefault(NotifyOptions.SECRET, "").strip()),
                new ConsoleOptions.Exposure(
                        allowedHosts,
                        Optional.ofNullable(keystore),
                        System.getenv().getOrDefault(TLS_PASSWORD, ""),
                        insecure,
                        newToken),
                TrustedProxy.of(trustHeader, from),
                allowFile());
    }

    private Optional<Path> allowFile() throws UsageError, WrongConfiguration {
        if (allow == null) {
            return Optional.empty();
        }
        AllowFile.read(allow);
        Path file = allow.toAbsolutePath().normalize();
        if (file.startsWith(files.toAbsolutePath().normalize())) {
            throw new UsageError("--allow must name a file outside the folder of run files (" + files
                    + "), because users of the console write files there");
        }
        return Optional.of(file);
    }

    /** Starts without the launcher, so that runs use the running program even after a new build. */
    private static List<String> launcher() {
        return Installation.command(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                // Options that observe this process, such as a debugger's port, must not be passed to the child.
                .filter(argument -> !argument.startsWith("-agent") && !argument.startsWith("-javaagent"))
                .filter(argument -> !argument.startsWith("-Dplateau.columns"))
                .toList());
    }

    static final class NotifyOptions {
        private static final String SECRET = "PLATEAU_NOTIFY_SECRET";

        @Option(
                names = "--notify",
                paramLabel = "<url>",
                description = "Send a JSON message to this address at the end of each run, with the secret in the"
                        + " variable " + SECRET + ", if there is one, as 'Authorization: Bearer SECRET'.")
        private @Nullable String address;

        Optional<ConsoleOptions.Receiver> receiver(String secret) throws UsageError {
            if (address == null) {
                return Optional.empty();
            }
            if (!secret.chars().allMatch(letter -> letter > ' ' && letter < 127)) {
                throw new UsageError("the secret of --notify must consist of ASCII characters without spaces");
            }
            return Optional.of(new ConsoleOptions.Receiver(checked(address), secret));
        }

        private static URI checked(String text) throws UsageError {
            try {
                URI found = new URI(text);
                boolean isHttp =
                        "http".equalsIgnoreCase(found.getScheme()) || "https".equalsIgnoreCase(found.getScheme());
                if (isHttp && found.getHost() != null && found.getUserInfo() == null) {
                    return found;
                }
            } catch (URISyntaxException e) {
                // Refused below.
            }
            throw new UsageError("--notify must be an http or https address without a user, such as"
                    + " https://ci.lab/hooks/plateau, and not '" + text + "'");
        }
    }
}

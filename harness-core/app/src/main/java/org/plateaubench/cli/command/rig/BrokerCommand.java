// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.console.ConsoleOptions.ConsoleRights;
import org.plateaubench.app.rig.RigWatch;
import org.plateaubench.app.rig.RigWatch.SeenAgent;
import org.plateaubench.app.rig.SshAgents;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ControllerCredentials;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.Signals;
import org.plateaubench.cli.command.Signals.StandardInput;
import org.plateaubench.engine.config.RigFile;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.rig.BrokerFolder;
import org.plateaubench.rig.BrokerServer;
import org.plateaubench.rig.Credentials.LabCertificate;
import org.plateaubench.rig.Role;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

@Command(
        name = "broker",
        description = {
            "Starts a nats-server that carries the messages between controllers and the agents of other hosts: over"
                    + " TLS, where each of them has a separate key and separate subjects.",
            "Ctrl-C ends it. Agents and controllers connect again when it is back."
        },
        footer = {
            "  ./plateau broker --host bench.lab",
            "  ./plateau broker add-agent load1",
            "  ./plateau broker add-controller desk"
        })
public final class BrokerCommand implements Callable<Integer> {
    private static final long POLL_MILLIS = 500;
    private static final int LAST_PORT = 65_535;

    @Option(
            names = "--folder",
            scope = ScopeType.INHERIT,
            description = "Folder of the broker: certificate, users, leases (default: .plateau/broker at home).")
    private Path folder = Path.of(System.getProperty("user.home"), ".plateau", "broker");

    @Option(
            names = "--server",
            scope = ScopeType.INHERIT,
            description = "Program nats-server (default: the one on the search path).")
    private @Nullable Path server;

    @Option(
            names = "--host",
            description = "Name or address by which other hosts reach this one (default: ${DEFAULT-VALUE}).")
    private String host = "localhost";

    @Option(names = "--port", description = "Port to listen on (default: ${DEFAULT-VALUE}).")
    private int port = 4222;

    @ArgGroup(exclusive = false, heading = "%nA certificate of the lab, in place of one that the broker makes:%n")
    private @Nullable LabOptions lab;

    @Mixin
    private StandardInput input = new StandardInput();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (port < 1 || port > LAST_PORT) {
            throw new UsageError("--port must be between 1 and " + LAST_PORT);
        }
        host = host.replaceAll("^\\[|]$", "");
        CountDownLatch end = new CountDownLatch(1);
        Signals.onInterrupt(end::countDown);
        input.onEnd(end::countDown);
        Path program = BrokerServer.program(server);
        ConsoleRights.ofThisProcess().requireWritable(folder, "--folder");
        BrokerServer.requireNone(folder);
        try (BrokerServer running = BrokerServer.start(
                program, BrokerFolder.prepare(folder, host, port, lab == null ? null : lab.files()))) {
            System.out.println("Plateau broker: " + BrokerFolder.url(host, port));
            System.out.println("Ctrl-C ends the broker.");
            System.out.flush();
            while (!end.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                if (!running.isAlive()) {
                    throw new IOException(running.ending());
                }
            }
        }
        return ExitCode.PASS.code();
    }

    @Command(
            name = "add-agent",
            description = "Creates the credentials file of an agent, which must be kept secret; a running broker"
                    + " admits the agent at once.",
            footer = "  ./plateau broker add-agent load1 --to load1.credentials")
    void addAgent(
            @Parameters(
                            description = "Name of the agent; 'local', and 'local-' with a number, are the names of"
                                    + " agents on a controller's own host and must not be used.")
                    String name,
            @Mixin NewUser user)
            throws IOException, InterruptedException {
        add(name, Role.AGENT, user);
    }

    @Command(
            name = "add-controller",
            description =
                    "Creates the credentials file of a controller, which must be kept secret: it allows runs on all agents.",
            footer = "  ./plateau broker add-controller desk --to desk.credentials")
    void addController(@Parameters(description = "Name of the controller.") String name, @Mixin NewUser user)
            throws IOException, InterruptedException {
        add(name, Role.CONTROLLER, user);
    }

    private void add(String name, Role role, NewUser user) throws IOException, InterruptedException {
        Optional<String> problem = BrokerFolder.problem(name, role);
        if (problem.isPresent()) {
            throw new UsageError(problem.get() + ".");
        }
        Path file = user.to == null ? Path.of(name + ".credentials") : user.to;
        UsageError.requireNew(file);
        BrokerFolder users = BrokerFolder.existing(folder);
        ClientOptions client = user.client;
        users.add(name, role, client == null ? null : new LabCertificate(client.certificate, client.key))
                .write(file);
        boolean isAdmitted = BrokerServer.reload(BrokerServer.program(server), users);
        System.out.println(file + ": the credentials of " + name + ", which the broker admits"
                + (isAdmitted ? " now." : " when it is next started."));
    }

    @Command(
            name = "remove-agent",
            aliases = "remove-controller",
            description = "Withdraws the credentials of a user; a running broker ends its connections at once.",
            footer = "  ./plateau broker remove-agent load1")
    void remove(@Parameters(description = "Name of the agent or controller.") String name)
            throws IOException, InterruptedException {
        boolean isDone = BrokerServer.withdraw(BrokerServer.program(server), BrokerFolder.existing(folder), name);
        System.out.println("The broker no longer admits " + name + (isDone ? "; its connections have ended." : "."));
    }

    /** The options for a certificate that the lab's own authority has signed; all three files or none. */
    static final class LabOptions {
        @Option(
                names = "--certificate",
                required = true,
                description = "PEM file with the certificate of this host, valid for the name of --host.")
        private Path certificate = Path.of("");

        @Option(names = "--key", required = true, description = "PEM file with its key.")
        private Path key = Path.of("");

        @Option(
                names = "--authority",
                required = true,
                description =
                        "PEM file with the certificate of the authority, which agents and controllers then trust.")
        private Path authority = Path.of("");

        @Option(
                names = "--client-certificates",
                description = "Demand a certificate of this authority of each agent and controller; that of this host"
                        + " must also be valid for a client.")
        private boolean clients;

        BrokerFolder.Lab files() throws UsageError {
            for (Path file : List.of(certificate, key, authority)) {
                if (!Files.isReadable(file)) {
                    throw new UsageError(file + " is not a file that can be read");
                }
            }
            return new BrokerFolder.Lab(
                    certificate.toAbsolutePath(), key.toAbsolutePath(), authority.toAbsolutePath(), clients);
        }
    }

    static final class NewUser {
        @Option(
                names = "--to",
                paramLabel = "<file>",
                description = "Where to write it; it must not exist yet (default: NAME.credentials).")
        private @Nullable Path to;

        @ArgGroup(exclusive = false)
        private @Nullable ClientOptions client;
    }

    static final class ClientOptions {
        @Option(
                names = "--client-certificate",
                required = true,
                description = "Certificate for a broker that demands one: PEM, or PKCS#12 (.p12, .pfx); where it is"
                        + " on the user's own host, as seen from the credentials file.")
        private String certificate = "";

        @Option(
                names = "--client-key",
                required = true,
                description = "PEM file with its key, PKCS#8; for PKCS#12 the same file. The variable"
                        + " PLATEAU_KEY_PASSPHRASE has the passphrase, if there is one.")
        private String key = "";
    }

    @Command(
            name = "rig",
            description = "Shows the agents of a broker, and starts and ends agents on other hosts over ssh.",
            footer = {
                "  ./plateau rig up lab.yaml",
                "  ./plateau rig status --credentials desk.credentials",
                "  ./plateau rig down lab.yaml"
            })
    public static final class RigCommand {
        @Command(
                name = "status",
                description =
                        "Lists the agents that are connected to a broker, with host, version, labels, clock and calibration.",
                footer = "  ./plateau rig status --credentials desk.credentials")
        void status(@Mixin ControllerCredentials credentials) throws IOException, InterruptedException {
            try (RigWatch watch = RigWatch.open(credentials.file("rig status"))) {
                List<SeenAgent> agents = watch.all();
                if (agents.isEmpty()) {
                    System.out.println("No agent is connected to " + watch.broker() + ".");
                }
                for (SeenAgent agent : agents) {
                    agent.lines().stream().map(CommandName::in).forEach(System.out::println);
                    if (!agent.problem().isEmpty()) {
                        System.out.println("  " + CommandName.in(agent.problem()));
                    }
                }
            }
        }

        @Command(
                name = "up",
                description = {
                    "Starts the agents of a rig that have 'ssh', with the system's ssh, and waits until they have reached their"
                            + " broker. Agents that are already running are not touched.",
                    "ssh cannot prompt for a password: it needs a key, and the key of the host must be known."
                },
                footer = "  ./plateau rig up lab.yaml")
        int up(@Mixin RigOverSsh rig) throws IOException, InterruptedException, WrongConfiguration {
            return end(SshAgents.up(rig.rig(), rig.configuration, RigCommand::print));
        }

        @Command(
                name = "down",
                description = "Ends the agents that rig up has started.",
                footer = "  ./plateau rig down lab.yaml")
        int down(@Mixin RigOverSsh rig) throws IOException, InterruptedException, WrongConfiguration {
            return end(SshAgents.down(rig.rig(), rig.configuration, RigCommand::print));
        }

        private static void print(String sentence) {
            System.out.println(sentence);
        }

        private static int end(List<String> failures) {
            failures.forEach(CommandName::report);
            return (failures.isEmpty() ? ExitCode.PASS : ExitCode.CANNOT).code();
        }

        static final class RigOverSsh {
            @Parameters(index = "0", description = "File of the rig (YAML).")
            private Path file = Path.of("");

            @Option(names = "--ssh-config", description = "Configuration file of ssh (default: the user's).")
            private @Nullable Path configuration;

            RigSpec rig() throws WrongConfiguration {
                return RigFile.read(file);
            }
        }
    }
}

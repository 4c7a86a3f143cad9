// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.KeptSut;
import org.plateaubench.app.RunSource;
import org.plateaubench.app.SutKeeper;
import org.plateaubench.app.SutRequest;
import org.plateaubench.app.UsageError;
import org.plateaubench.cli.command.ActivityLog;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.ShellWord;
import org.plateaubench.cli.command.Signals;
import org.plateaubench.cli.command.StandardInput;
import org.plateaubench.engine.config.WrongConfiguration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "sut",
        description = "Starts, stops and shows systems under test for interactive work.",
        footer = {
            "",
            "Example:",
            "  ./plateau sut start postgresql --set sharedBuffersMebibytes=1024",
            "  ./plateau sut status",
            "  ./plateau sut stop postgresql",
            "  ./plateau sut clear postgresql"
        },
        subcommands = {
            SutCommand.Start.class,
            SutCommand.Status.class,
            SutCommand.Stop.class,
            SutCommand.Clear.class,
            SutCommand.Keep.class
        })
public final class SutCommand implements Callable<Integer> {
    private static final String SUTS = SutKeeper.FOLDER;

    @Override
    public Integer call() throws IOException {
        return new Status().call();
    }

    static class Folder {
        @Option(
                names = "--folder",
                paramLabel = "DIR",
                description = "Folder for data, logs and records of SUTs (default: ${DEFAULT-VALUE}).",
                defaultValue = SUTS)
        Path suts = Path.of(SUTS);

        /** The option for a further command on the same SUT; empty for the default folder. */
        String inFolder() {
            if (suts.equals(Path.of(SUTS))) {
                return "";
            }
            return " --folder " + ShellWord.of(suts.toAbsolutePath().normalize());
        }
    }

    static class Named extends Folder {
        @Parameters(
                index = "0",
                paramLabel = "SERVICE",
                description = "Service, as ./plateau plugins lists it; for start also a run file.")
        String service = "";

        @Option(names = "--name", paramLabel = "NAME", description = "Name of the SUT (default: the service).")
        @Nullable
        String name;

        String sutName() {
            return name == null ? service : name;
        }
    }

    static class Which extends Named {
        @Option(
                names = "--set",
                paramLabel = "KEY=VALUE",
                description = "A parameter of the service, as ./plateau plugins lists them; may be repeated.")
        Map<String, String> settings = new TreeMap<>();
    }

    @Command(
            name = "start",
            description = {
                "Starts a SUT on loopback and leaves it running until it is stopped.",
                "Given a run file, starts all its SUTs of mode embedded, under their names there (--set then works as for"
                        + " run). Required programs are downloaded on first use. Prints how to access the SUT and where its log is."
            },
            footer = {
                "",
                "Example:",
                "  ./plateau sut start h2 --set port=9092",
                "  ./plateau sut start mariadb --name large --set bufferPoolMebibytes=4096",
                "  ./plateau sut start configs/runs/quickstart.yaml"
            })
    static final class Start extends Which implements Callable<Integer> {
        /** The line that informs the calling program, which keeps standard input open, that all SUTs are running. */
        private static final String HELD = "until the end of standard input";

        @Mixin
        private StandardInput input = new StandardInput();

        @Override
        public Integer call() throws IOException, InterruptedException, WrongConfiguration {
            try (Installation installation = Installation.open()) {
                SutKeeper keeper = new SutKeeper(installation, suts);
                List<SutRequest> wanted =
                        isFile() ? ofFile(installation, keeper) : List.of(new SutRequest(service, sutName(), settings));
                if (input.isLifeline()) {
                    hold(keeper, wanted);
                } else {
                    for (SutRequest sut : wanted) {
                        start(keeper, sut);
                    }
                }
                return ExitCode.PASS.code();
            } catch (IllegalArgumentException e) {
                throw new UsageError(String.valueOf(e.getMessage()));
            }
        }

        /** Starts the SUTs, and stops them when the input ends or a signal arrives. */
        private void hold(SutKeeper keeper, List<SutRequest> wanted) throws IOException, InterruptedException {
            CountDownLatch end = new CountDownLatch(1);
            input.atItsEnd(end::countDown);
            Signals.onInterrupt(end::countDown);
            Deque<String> started = new ArrayDeque<>();
            try {
                for (SutRequest sut : wanted) {
                    if (end.getCount() > 0) {
                        start(keeper, sut);
                        started.push(sut.name());
                    }
                }
                System.out.println(HELD);
                end.await();
            } finally {
                for (String name : started) {
                    keeper.stop(name);
                }
            }
        }

        private boolean isFile() {
            return service.endsWith(".yaml") || service.endsWith(".yml");
        }

        private List<SutRequest> ofFile(Installation installation, SutKeeper keeper)
                throws IOException, WrongConfiguration {
            if (name != null) {
                throw new UsageError("--name goes with a service; the SUTs of a run file have the names given there");
            }
            List<String> changes = settings.entrySet().stream()
                    .map(change -> change.getKey() + "=" + change.getValue())
                    .toList();
            List<SutRequest> wanted = keeper.wanted(
                    PlanFile.applicationWithoutRuns(installation).plan(RunSource.of(Path.of(service)), changes));
            if (wanted.isEmpty()) {
                throw new UsageError(service + " has no SUT whose mode is embedded");
            }
            return wanted;
        }

        private void start(SutKeeper keeper, SutRequest sut) throws IOException, InterruptedException {
            KeptSut kept =
                    keeper.start(sut.service(), sut.name(), sut.settings(), sut.keeperCommand(suts), new ActivityLog());
            System.out.println(sut.name() + " (" + sut.service() + ") runs");
            kept.properties().entrySet().stream()
                    .filter(property -> !property.getKey().equals("password"))
                    .forEach(property -> System.out.println("  " + property.getKey() + ": " + property.getValue()));
            kept.access().forEach(line -> System.out.println("  " + line));
            kept.logs().forEach(log -> System.out.println("  log: " + log));
            if (!input.isLifeline()) {
                System.out.println("stop it with: " + CommandName.called() + " sut stop " + sut.name() + inFolder());
            }
        }
    }

    /** The process that {@code start} leaves running. */
    @Command(name = "keep", hidden = true, description = "Keeps a SUT running until this process ends.")
    static final class Keep extends Named implements Callable<Integer> {
        @Override
        public Integer call() throws IOException, InterruptedException {
            try (Installation installation = Installation.open()) {
                new SutKeeper(installation, suts)
                        .keep(service, sutName(), SutRequest.takeSettings(StandardInput.original()));
                return ExitCode.PASS.code();
            }
        }
    }

    @Command(
            name = "stop",
            description = "Stops a SUT that was started with ./plateau sut start.",
            footer = {"", "Example:", "  ./plateau sut stop h2"})
    static final class Stop extends Folder implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "NAME", description = "Name of the SUT.")
        private String name = "";

        @Override
        public Integer call() throws IOException, InterruptedException {
            try (Installation installation = Installation.open()) {
                KeptSut stopped = new SutKeeper(installation, suts).stop(name);
                System.out.println(name + " is stopped; remove its stored data with: " + CommandName.called()
                        + " sut clear " + stopped.service() + (stopped.service().equals(name) ? "" : " --name " + name)
                        + inFolder());
                return ExitCode.PASS.code();
            } catch (IllegalArgumentException e) {
                throw new UsageError(String.valueOf(e.getMessage()));
            }
        }
    }

    @Command(
            name = "clear",
            description = "Removes the stored data of a SUT that is not running.",
            footer = {
                "",
                "Example:",
                "  ./plateau sut clear postgresql",
                "  ./plateau sut clear store --set home=/opt/store   (the parameters that it was started with, if the"
                        + " service requires them)"
            })
    static final class Clear extends Which implements Callable<Integer> {
        @Override
        public Integer call() throws IOException, InterruptedException {
            try (Installation installation = Installation.open()) {
                new SutKeeper(installation, suts).clear(service, sutName(), settings);
                System.out.println("the stored data of " + sutName() + " is removed");
                return ExitCode.PASS.code();
            } catch (IllegalArgumentException e) {
                throw new UsageError(String.valueOf(e.getMessage()));
            }
        }
    }

    @Command(
            name = "status",
            description = "Lists the SUTs that were started with ./plateau sut start.",
            footer = {"", "Example:", "  ./plateau sut status"})
    static final class Status extends Folder implements Callable<Integer> {
        @Override
        public Integer call() throws IOException {
            List<KeptSut> kept = KeptSut.all(suts);
            if (kept.isEmpty()) {
                System.out.println("no SUT was started here");
            }
            for (KeptSut sut : kept) {
                System.out.printf(
                        "%-16s %-12s %-8s %s%n",
                        sut.name(),
                        sut.service(),
                        sut.isAlive(suts) ? "running" : "dead",
                        sut.properties().getOrDefault("url", ""));
            }
            return ExitCode.PASS.code();
        }
    }
}

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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.KeptSut;
import org.plateaubench.app.KeptSut.SutRequest;
import org.plateaubench.app.RunOrigin.RunSource;
import org.plateaubench.app.SutKeeper;
import org.plateaubench.app.UsageError;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.Signals;
import org.plateaubench.cli.command.Signals.StandardInput;
import org.plateaubench.cli.command.run.RunOptions.PlanFile;
import org.plateaubench.engine.config.WrongConfiguration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "sut",
        description = "Starts, stops and shows systems under test for interactive work.",
        footer = {
            "  ./plateau sut start postgresql --set sharedBuffersMebibytes=1024",
            "  ./plateau sut status",
            "  ./plateau sut stop postgresql",
            "  ./plateau sut clear postgresql"
        })
public final class SutCommand implements Callable<Integer> {
    private static final String SUTS = SutKeeper.FOLDER;
    /** The line that informs the calling program, which keeps standard input open, that all SUTs are running. */
    private static final String ALL_RUNNING = "until the end of standard input";

    @Override
    public Integer call() throws IOException {
        status(new Folder());
        return ExitCode.PASS.code();
    }

    static class Folder {
        @Option(
                names = "--folder",
                paramLabel = "<folder>",
                description = "Folder for data, logs and records of SUTs (default: ${DEFAULT-VALUE}).")
        Path suts = Path.of(SUTS);

        /** The option for a further command on the same SUT; empty for the default folder. */
        String inFolder() {
            return suts.equals(Path.of(SUTS))
                    ? ""
                    : " --folder " + CommandName.word(suts.toAbsolutePath().normalize());
        }
    }

    static class Named extends Folder {
        @Parameters(index = "0", description = "Service, as ./plateau plugins lists it; for start also a run file.")
        String service = "";

        @Option(names = "--name", description = "Name of the SUT (default: the service).")
        @Nullable
        String name;

        String sutName() {
            return name == null ? service : name;
        }
    }

    static final class Configured extends Named {
        @Option(
                names = "--set",
                paramLabel = "<key=value>",
                description = "A parameter of the service, as ./plateau plugins lists them; may be repeated.")
        Map<String, String> settings = new TreeMap<>();
    }

    private interface Use {
        void use(Installation installation, SutKeeper keeper)
                throws IOException, InterruptedException, WrongConfiguration;
    }

    private static void use(Folder folder, Use use) throws IOException, InterruptedException, WrongConfiguration {
        try (Installation installation = Installation.open()) {
            use.use(installation, new SutKeeper(installation, folder.suts));
        } catch (IllegalArgumentException e) {
            throw new UsageError(String.valueOf(e.getMessage()));
        }
    }

    @Command(
            name = "start",
            description = {
                "Starts a SUT on loopback and leaves it running until it is stopped.",
                "Given a run file, starts all its SUTs of mode embedded, under their names there (--set then works as for"
                        + " run). Required programs are downloaded on first use. Prints how to access the SUT and where its log is."
            },
            footer = {
                "  ./plateau sut start h2 --set port=9092",
                "  ./plateau sut start mariadb --name large --set bufferPoolMebibytes=4096",
                "  ./plateau sut start configs/runs/quickstart.yaml"
            })
    void start(@Mixin Configured sut, @Mixin StandardInput input)
            throws IOException, InterruptedException, WrongConfiguration {
        use(sut, (installation, keeper) -> {
            boolean isFile = sut.service.endsWith(".yaml") || sut.service.endsWith(".yml");
            List<SutRequest> requests = isFile
                    ? ofFile(installation, sut)
                    : List.of(new SutRequest(sut.service, sut.sutName(), sut.settings));
            if (input.isLifeline()) {
                startUntilInputEnds(keeper, requests, sut, input);
                return;
            }
            for (SutRequest request : requests) {
                start(keeper, request, sut);
                System.out.println(
                        "stop it with: " + CommandName.called() + " sut stop " + request.name() + sut.inFolder());
            }
        });
    }

    private static void startUntilInputEnds(
            SutKeeper keeper, List<SutRequest> requests, Folder folder, StandardInput input)
            throws IOException, InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        input.onEnd(end::countDown);
        Signals.onInterrupt(end::countDown);
        Deque<String> started = new ArrayDeque<>();
        try {
            for (SutRequest sut : requests) {
                if (end.getCount() > 0) {
                    start(keeper, sut, folder);
                    started.push(sut.name());
                }
            }
            System.out.println(ALL_RUNNING);
            end.await();
        } finally {
            for (String name : started) {
                keeper.stop(name);
            }
        }
    }

    private static List<SutRequest> ofFile(Installation installation, Configured sut)
            throws IOException, WrongConfiguration {
        if (sut.name != null) {
            throw new UsageError("--name is for a service; the SUTs of a run file have the names that it gives them");
        }
        List<String> changes = sut.settings.entrySet().stream()
                .map(change -> change.getKey() + "=" + change.getValue())
                .toList();
        List<SutRequest> requests = SutRequest.of(
                PlanFile.applicationWithoutRuns(installation).plan(RunSource.of(Path.of(sut.service)), changes),
                installation.catalog());
        if (requests.isEmpty()) {
            throw new UsageError(sut.service + " has no SUT whose mode is embedded");
        }
        return requests;
    }

    private static void start(SutKeeper keeper, SutRequest sut, Folder folder)
            throws IOException, InterruptedException {
        KeptSut kept = keeper.start(
                sut.service(), sut.name(), sut.settings(), sut.keeperCommand(folder.suts), new ActivityLog());
        System.out.println(sut.name() + " (" + sut.service() + ") runs");
        kept.properties().forEach((property, value) -> {
            if (!property.equals("password")) {
                System.out.println("  " + property + ": " + value);
            }
        });
        kept.access().forEach(line -> System.out.println("  " + line));
        kept.logs().forEach(log -> System.out.println("  log: " + log));
    }

    /** The process that {@code start} leaves running. */
    @Command(name = "keep", hidden = true, description = "Keeps a SUT running until this process ends.")
    void keep(@Mixin Named sut) throws IOException, InterruptedException, WrongConfiguration {
        use(
                sut,
                (installation, keeper) ->
                        keeper.keep(sut.service, sut.sutName(), SutRequest.readSettings(StandardInput.original())));
    }

    @Command(
            name = "stop",
            description = "Stops a SUT that was started with ./plateau sut start.",
            footer = "  ./plateau sut stop h2")
    void stop(@Parameters(index = "0", description = "Name of the SUT.") String name, @Mixin Folder folder)
            throws IOException, InterruptedException, WrongConfiguration {
        use(folder, (installation, keeper) -> {
            KeptSut stopped = keeper.stop(name);
            System.out.println(name + " is stopped; remove its stored data with: " + CommandName.called()
                    + " sut clear " + stopped.service() + (stopped.service().equals(name) ? "" : " --name " + name)
                    + folder.inFolder());
        });
    }

    @Command(
            name = "clear",
            description = "Removes the stored data of a SUT that is not running.",
            footer = {
                "  ./plateau sut clear postgresql",
                "  ./plateau sut clear store --set home=/opt/store   (the parameters that it was started with, if the"
                        + " service requires them)"
            })
    void clear(@Mixin Configured sut) throws IOException, InterruptedException, WrongConfiguration {
        use(sut, (installation, keeper) -> {
            keeper.clear(sut.service, sut.sutName(), sut.settings);
            System.out.println("the stored data of " + sut.sutName() + " is removed");
        });
    }

    @Command(
            name = "status",
            description = "Lists the SUTs that were started with ./plateau sut start.",
            footer = "  ./plateau sut status")
    void status(@Mixin Folder folder) throws IOException {
        List<KeptSut> kept = KeptSut.all(folder.suts);
        if (kept.isEmpty()) {
            System.out.println("no SUT was started here");
        }
        for (KeptSut sut : kept) {
            System.out.printf(
                    "%-16s %-12s %-8s %s%n",
                    sut.name(),
                    sut.service(),
                    sut.isAlive(folder.suts) ? "running" : "dead",
                    sut.properties().getOrDefault("url", ""));
        }
    }

    /** Reports each activity on standard error when it begins. Confined to one thread at a time. */
    private static final class ActivityLog implements Consumer<String> {
        private String current = "";

        @Override
        public void accept(String activity) {
            if (!activity.equals(current)) {
                current = activity;
                System.err.println(activity + " ...");
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.plateaubench.app.Installation;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.web.TestConsole;

/**
 * How a console does with many runs, as a program: makes run directories (hard links to the files of a real run, with
 * names, figures and annotations of their own), then asks a real console over HTTP and prints how long it took.
 */
final class CatalogScale {
    private static final int ASKED = 30;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final List<String> NAMES =
            List.of("quickstart", "store-nightly", "olio-release", "redis-cache", "mail-soak");

    private final Path folder;
    private final ConsoleOptions options;

    private CatalogScale(Path folder, Optional<String> catalog) throws IOException {
        this.folder = folder;
        ConsoleOptions embedded = TestConsole.options(folder);
        options = new ConsoleOptions(
                embedded.host(),
                embedded.port(),
                embedded.runs(),
                embedded.files(),
                embedded.data(),
                catalog,
                embedded.launcher());
    }

    /** {@code FOLDER RUNS [JDBC_URL]}: runs that are there are not made again. */
    public static void main(String[] arguments) throws Exception {
        CatalogScale scale = new CatalogScale(
                Path.of(arguments[0]), arguments.length > 2 ? Optional.of(arguments[2]) : Optional.empty());
        scale.make(Integer.parseInt(arguments[1]));
        scale.measure(Integer.parseInt(arguments[1]));
    }

    private void make(int runs) throws Exception {
        try (Stream<Path> there = Files.list(options.runs())) {
            if (there.count() >= runs) {
                return;
            }
        }
        long began = System.nanoTime();
        Path real = StoredRuns.finished(folder, "real");
        String result = Files.readString(StoredFile.RESULT.in(real));
        SplittableRandom random = new SplittableRandom(7);
        Instant start = Instant.parse("2026-01-01T00:00:00Z");
        for (int i = 0; i < runs; i++) {
            String name = NAMES.get(i % NAMES.size());
            String id = TIME.format(start.plus(Duration.ofMinutes(45L * i))) + "-" + name
                    + String.format(Locale.ROOT, "-%06x", i);
            Path run = options.runs().resolve(id);
            link(real, run);
            Files.delete(StoredFile.RESULT.in(run));
            Files.writeString(StoredFile.RESULT.in(run), changed(result, name, random));
            if (i % 4 == 0) {
                RunAnnotation.NONE
                        .withTags(List.of("release-" + i % 20, i % 8 == 0 ? "baseline" : "trial"))
                        .withNote("Number " + i + ", kept for the release.")
                        .withArchived(i % 40 == 0)
                        .write(RunFolder.of(run));
            }
        }
        took("make " + runs + " run directories", began);
    }

    private static String changed(String result, String name, SplittableRandom random) {
        String verdict = List.of("pass", "pass", "pass", "fail", "invalid").get(random.nextInt(5));
        return result.replaceFirst("\"verdict\" : \"[a-z]+\"", "\"verdict\" : \"" + verdict + "\"")
                .replaceFirst("\"name\" : \"spinning\"", "\"name\" : \"" + name + "\"")
                .replaceAll("(\"metric\" : \\{[^}]*\"value\" : )[0-9.]+", "$1" + random.nextInt(100, 10_000));
    }

    private static void link(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path linked = to.resolve(from.relativize(file));
                if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                    Files.createDirectories(linked);
                } else {
                    Files.createLink(linked, file);
                }
            }
        }
    }

    private void measure(int runs) throws Exception {
        String token;
        long began = System.nanoTime();
        try (TestConsole console = TestConsole.start(Installation.of(PluginCatalog.load(List.of())), options)) {
            took("first start, until it serves", began);
            TestConsole.Client admin = console.admin();
            await(admin, runs);
            took("first index of all", began);
            token = admin.send("POST", "/api/v1/tokens", "{\"name\":\"scale\",\"role\":\"admin\"}")
                    .expect(201)
                    .json()
                    .get("token")
                    .asString();
        }
        began = System.nanoTime();
        try (TestConsole console = TestConsole.start(Installation.of(PluginCatalog.load(List.of())), options)) {
            took("restart, until it serves", began);
            TestConsole.Client caller = console.anonymous();
            caller.bearer = token;
            caller.get("/api/v1/runs").expect(200);
            took("restart, until the first list", began);
            await(caller, runs);
            took("restart, until all are looked at", began);
            ask(caller);
            began = System.nanoTime();
            caller.send("POST", "/api/v1/catalog/rebuild", null).expect(202);
            await(caller, runs);
            took("rebuild", began);
        }
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        System.out.printf(
                Locale.ROOT, "%-44s %10.0f MB%n", "heap in use", (runtime.totalMemory() - runtime.freeMemory()) / 1e6);
    }

    private static void ask(TestConsole.Client caller) throws Exception {
        List<String> ids = new ArrayList<>();
        caller.get("/api/v1/runs?limit=2")
                .json()
                .get("runs")
                .forEach(run -> ids.add(run.get("id").asString()));
        ask(caller, "first pages", "/api/v1/runs?order=desc");
        ask(caller, "pages of 500", "/api/v1/runs?limit=500");
        for (String filter : List.of(
                "verdict=fail",
                "status=completed",
                "tag=baseline",
                "plugin=proving",
                "name=redis-cache",
                "archived=true",
                "from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z",
                "text=release+number",
                "text=nothinghasthis")) {
            ask(caller, "filter " + filter.replaceAll("T00:00:00Z", ""), "/api/v1/runs?" + filter);
        }
        for (RunQuery.Sort sort : RunQuery.Sort.values()) {
            ask(caller, "sort " + sort.label(), "/api/v1/runs?sort=" + sort.label() + "&order=asc");
        }
        ask(caller, "page Runs, its file", "/");
        ask(caller, "tags", "/api/v1/tags");
        ask(caller, "one run", "/api/v1/runs/" + ids.getFirst());
        ask(caller, "compare two", "/api/v1/compare?run=" + ids.getFirst() + "&run=" + ids.getLast());
    }

    private static void ask(TestConsole.Client caller, String what, String path) throws Exception {
        double[] millis = new double[ASKED];
        int sizeBytes = 0;
        for (int i = 0; i < ASKED; i++) {
            long began = System.nanoTime();
            // Another page each time: the database keeps the last answer of each statement.
            String page = path.startsWith("/api/v1/runs?") ? path + "&offset=" + i : path;
            sizeBytes = caller.get(page).expect(200).response().body().length;
            millis[i] = (System.nanoTime() - began) / 1e6;
        }
        double first = millis[0];
        Arrays.sort(millis);
        System.out.printf(
                Locale.ROOT,
                "%-44s first %7.1f  median %7.1f  most %7.1f ms  %8d bytes%n",
                what,
                first,
                millis[ASKED / 2],
                millis[ASKED - 1],
                sizeBytes);
    }

    private static void await(TestConsole.Client caller, int runs) throws Exception {
        while (!caller.get("/api/v1/catalog")
                        .expect(200)
                        .json()
                        .get("state")
                        .asString()
                        .equals("idle")
                || caller.get("/api/v1/runs?archived=all&limit=1")
                                .json()
                                .get("total")
                                .asInt()
                        < runs) {
            LockSupport.parkNanos(50_000_000);
        }
    }

    private static void took(String what, long began) {
        System.out.printf(Locale.ROOT, "%-44s %10.2f s%n", what, (System.nanoTime() - began) / 1e9);
    }
}

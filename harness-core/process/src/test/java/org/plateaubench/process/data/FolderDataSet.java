// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.WorkloadContext;

/** A small real store: a folder with a file for each item, which contains a number. */
final class FolderDataSet extends MarkedDataSet {
    private static final String MARKER = "marker";
    private static final String ITEM = "item-";

    private final Path folder;
    private final WorkloadContext<?> context;
    private final int items;
    private final String adopt;
    private final List<String> log = new ArrayList<>();

    FolderDataSet(Path folder, String workload, long seed, int items, String adopt) {
        this.folder = folder;
        this.context = new WorkloadContext<>(1, workload, new Nothing(), null, 1, seed);
        this.items = items;
        this.adopt = adopt;
    }

    private record Nothing() {}

    /** Loads the data of 1,000 items in a folder and writes a line for each item. */
    public static void main(String[] arguments) throws Exception {
        new FolderDataSet(Path.of(arguments[0]), "files", 1, 1_000, "")
                .prepare(DataPolicy.REUSE, (activity, done, total, unit) -> System.out.println(done));
    }

    List<String> log() {
        return log;
    }

    @Override
    protected MarkedData open(boolean inAdvance) {
        return new FolderData();
    }

    private final class FolderData implements MarkedData {
        @Override
        public DataMarker wanted() {
            return DataMarker.of(context).with("items", items);
        }

        @Override
        public Map<String, Optional<DataMarker>> markers() throws IOException {
            try {
                return Map.of("the folder", DataMarker.ofText(Files.readString(folder.resolve(MARKER))));
            } catch (NoSuchFileException e) {
                return Map.of("the folder", Optional.empty());
            }
        }

        @Override
        public void mark(DataMarker marker) throws IOException {
            log.add("mark " + marker.state());
            Path written = Files.writeString(folder.resolve(MARKER + ".new"), marker.text());
            Files.move(
                    written,
                    folder.resolve(MARKER),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        }

        @Override
        public void unmark() throws IOException {
            log.add("unmark");
            Files.delete(folder.resolve(MARKER));
        }

        @Override
        public boolean continuesLoad() {
            return true;
        }

        @Override
        public void load(Progress progress) throws IOException, InterruptedException {
            log.add("load");
            for (int item = 0; item < items; item++) {
                Path file = folder.resolve(ITEM + item);
                if (!Files.exists(file)) {
                    // An item is there with its content or not at all, like a row of a database.
                    Path written = Files.writeString(folder.resolve(MARKER + ".item"), "0");
                    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
                }
                progress.report("loading items", item + 1, items, "items");
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        }

        @Override
        public boolean restore(Progress progress) throws IOException {
            log.add("restore");
            for (int item = 0; item < items; item++) {
                Files.writeString(folder.resolve(ITEM + item), "0");
            }
            return true;
        }

        @Override
        public void clear(Progress progress) throws IOException {
            log.add("clear");
            for (String name : names()) {
                if (name.startsWith(ITEM) || isAdopted()) {
                    Files.delete(folder.resolve(name));
                }
            }
        }

        private List<String> names() throws IOException {
            try (Stream<Path> files = Files.list(folder)) {
                return files.map(file -> file.getFileName().toString())
                        .filter(name -> !name.startsWith(MARKER))
                        .sorted()
                        .toList();
            }
        }

        @Override
        public boolean isAdopted() {
            return adopt.equals("the folder");
        }

        @Override
        public List<Finding> foreign(List<Task> tasks) throws IOException {
            List<String> names = names();
            boolean isMarked = tasks.getFirst().marker().isPresent();
            if (isMarked || names.isEmpty()) {
                return List.of();
            }
            return List.of(
                    isAdopted()
                            ? Finding.note("The files " + names + " are removed.")
                            : Finding.problem("There are other files: " + names + ".", "Name another folder."));
        }

        @Override
        public List<Finding> check(boolean isFresh) throws IOException {
            boolean isChanged = sum() != 0;
            return isChanged
                    ? List.of(isFresh ? Finding.problem("A sum is wrong.", "") : Finding.note("Runs have used it."))
                    : List.of();
        }

        private long sum() throws IOException {
            long sum = 0;
            for (String name : names()) {
                if (name.startsWith(ITEM)) {
                    sum += Long.parseLong(Files.readString(folder.resolve(name)));
                }
            }
            return sum;
        }

        @Override
        public Map<String, String> count() throws IOException {
            return Map.of("sum", Long.toString(sum()));
        }

        @Override
        public List<Reconciliation> reconcile(Map<String, String> before, SentTotals sent) throws IOException {
            long sum = Long.parseLong(before.getOrDefault("sum", ""));
            return List.of(Reconciliation.grown("sum", sum, sum(), sent.counter("added"), 0));
        }
    }
}

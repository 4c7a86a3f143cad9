// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.plateaubench.api.Finding;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.plugin.consolidation.application.Changes;
import org.plateaubench.plugin.consolidation.files.Tree.FileName;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.data.MarkedDataSet;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.WorkloadContext;

/** The files of all users, in a folder with a marker. Files of other programs are never changed. */
final class FilesDataSet extends MarkedDataSet {
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

    private final FilesParameters parameters;
    private final Tree tree;
    private final int users;
    private final long seed;
    private final DataMarker wanted;

    FilesDataSet(WorkloadContext<FilesParameters> context, Tree tree) {
        this.parameters = context.parameters();
        this.tree = tree;
        this.users = context.users();
        this.seed = context.dataSeed();
        wanted = DataMarker.of(context)
                .with("users", users)
                .with(Tree.FILES, parameters.files())
                .with("fileKibibytes", parameters.fileKibibytes());
    }

    private static Finding problem(String message, String remedy) {
        return Finding.problem(message, remedy).about("folder");
    }

    @Override
    protected List<Finding> checkReachable() {
        Path folder = Files.exists(tree.root()) ? tree.root() : parameters.place();
        if (!folder.isAbsolute() || !Files.isDirectory(folder)) {
            return List.of(problem(
                    "There is no folder '" + folder + "'.",
                    "Give its absolute path; create it, or mount the file system there."));
        }
        return Files.isWritable(folder)
                ? List.of()
                : List.of(problem(
                        "The folder " + folder + " cannot be written.", "Let this user write there, or name another."));
    }

    @Override
    protected MarkedData open(boolean inAdvance) {
        return new Data();
    }

    private int blocks(int user, int number) {
        double draw = KeyedRandom.toUnit(KeyedRandom.bits(seed, user, number));
        return 1 + (int) (draw * parameters.maxBlocks());
    }

    private final class Data implements MarkedData {
        @Override
        public DataMarker wanted() {
            return wanted;
        }

        @Override
        public Map<String, Optional<DataMarker>> markers() throws IOException {
            Optional<DataMarker> marker = Files.isRegularFile(tree.marker())
                    ? DataMarker.ofText(Files.readString(tree.marker()))
                    : Optional.empty();
            return Map.of(tree.root().toString(), marker);
        }

        /** The marker is replaced atomically, and is on the device when this returns. */
        @Override
        public void mark(DataMarker marker) throws IOException {
            Files.createDirectories(tree.root());
            Files.writeString(
                    tree.newMarker(),
                    marker.text(),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SYNC);
            Files.move(
                    tree.newMarker(),
                    tree.marker(),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        }

        @Override
        public void unmark() throws IOException {
            Files.deleteIfExists(tree.newMarker());
            Files.deleteIfExists(tree.marker());
            Files.deleteIfExists(tree.root());
        }

        @Override
        public List<Finding> foreign(List<Task> tasks) throws IOException {
            Tree.Listing listing = tree.list();
            Stream<Path> others = listing.foreign().stream();
            if (tasks.getFirst().marker().isEmpty()) {
                others = Stream.of(
                                others,
                                listing.folders().stream(),
                                listing.files().stream().map(tree::path))
                        .flatMap(each -> each);
            }
            return others.findFirst()
                    .map(path -> List.of(problem(
                            "The folder " + tree.root() + " has files that are not Plateau's, such as "
                                    + path.getFileName()
                                    + "; nothing was changed.",
                            "Move it elsewhere, or name another folder.")))
                    .orElse(List.of());
        }

        @Override
        public List<Finding> inspect(List<Task> tasks) throws IOException {
            long needed =
                    (long) users * 2 * parameters.files() * parameters.maxBlocks() * Tree.Block.BYTES / 1_048_576 + 1;
            long free = Files.getFileStore(parameters.place()).getUsableSpace() / 1_048_576;
            return tree.list().files().isEmpty() && free < needed
                    ? List.of(problem(
                            "The file system of " + parameters.place() + " has " + free
                                    + " MiB free, and the files of a run may take " + needed + " MiB.",
                            "Free space, or lower 'files', 'fileKibibytes' or the number of users."))
                    : List.of();
        }

        @Override
        public void load(Progress progress) throws IOException, InterruptedException {
            long total = (long) users * parameters.files();
            for (int user = 0; user < users; user++) {
                for (int folder = 0; folder < FileName.FOLDERS; folder++) {
                    Files.createDirectories(tree.folder(user, folder));
                }
                for (int number = 0; number < parameters.files(); number++) {
                    if (Thread.interrupted()) {
                        throw new InterruptedException();
                    }
                    FileName name = new FileName(user, number, 0);
                    try (FileChannel channel = FileChannel.open(
                            tree.path(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                        Tree.write(channel, name, 0, new int[blocks(user, number)]);
                    }
                    progress.report("writing files", (long) user * parameters.files() + number + 1, total, Tree.FILES);
                }
            }
        }

        @Override
        public void clear(Progress progress) throws IOException {
            Tree.Listing listing = tree.list();
            for (FileName name : listing.files()) {
                Files.deleteIfExists(tree.path(name));
            }
            for (Path folder : listing.folders().reversed()) {
                Files.deleteIfExists(folder);
            }
        }

        @Override
        public List<Finding> check(boolean isFresh) throws IOException, InterruptedException {
            Map<String, Long> found = tree.read(tree.list());
            boolean isCorrect = found.getOrDefault(Tree.DAMAGED, 0L) == 0
                    && (!isFresh || found.getOrDefault(Tree.FILES, 0L) == (long) users * parameters.files());
            return isCorrect
                    ? List.of()
                    : List.of(problem(
                            "The files in " + tree.root() + " are no longer those of this workload: " + found + ".",
                            "A run or the host was interrupted, or another program has changed them: set"
                                    + " 'data: reset'."));
        }

        @Override
        public DataDescription describe() throws IOException {
            FileStore store = Files.getFileStore(tree.root());
            String files = Integer.toString(tree.list().files().size());
            String sync = parameters.sync().name().toLowerCase(Locale.ROOT);
            return new DataDescription(
                    List.of("file system " + store.name()),
                    Map.of("fileSystem", store.type(), "sync", sync, DataDescription.SIZE + Tree.FILES, files),
                    IN_MEMORY.contains(store.type())
                            ? List.of("the files of " + tree.root() + " are in memory (" + store.type() + ")")
                            : List.of());
        }

        @Override
        public Map<String, String> count() throws IOException, InterruptedException {
            Map<String, String> counts = new TreeMap<>();
            tree.read(tree.list()).forEach((name, amount) -> counts.put(name, amount.toString()));
            return counts;
        }

        @Override
        public List<Reconciliation> reconcile(Map<String, String> before, SentTotals sent)
                throws IOException, InterruptedException {
            Tree.Listing listing = tree.list();
            Map<String, Long> now = tree.read(listing);
            Acknowledged.Sample sample = sent.acknowledged(FilesDriver.CREATED);
            Set<Long> identities = listing.identities();
            long found =
                    sample.identities().stream().filter(identities::contains).count();
            long uncertainBlocks =
                    Changes.uncertain(sent, FilesDriver.ADDED) + Changes.uncertain(sent, FilesDriver.OVERWRITTEN);
            String other = listing.foreign().isEmpty()
                    ? ""
                    : "a program that stored " + listing.foreign().getFirst().getFileName();
            return Stream.of(
                            grown(Tree.FILES, before, now, sent, FilesDriver.CREATED, FilesDriver.DELETED),
                            grown(Tree.BLOCKS, before, now, sent, FilesDriver.ADDED, FilesDriver.REMOVED),
                            grown(Tree.OVERWRITES, before, now, sent, FilesDriver.OVERWRITTEN, FilesDriver.UNDONE),
                            new Reconciliation(Tree.DAMAGED, 0, now.getOrDefault(Tree.DAMAGED, 0L), uncertainBlocks),
                            Reconciliation.items(
                                            "created files, one by one",
                                            sample.identities().size(),
                                            found,
                                            0)
                                    .of(sample))
                    .map(row -> row.usedBy(other))
                    .toList();
        }

        private static Reconciliation grown(
                String what,
                Map<String, String> before,
                Map<String, Long> now,
                SentTotals sent,
                String more,
                String less) {
            return Reconciliation.grown(
                    what,
                    Long.parseLong(before.getOrDefault(what, "0")),
                    now.getOrDefault(what, 0L),
                    sent.counter(more) - sent.counter(less),
                    Changes.uncertain(sent, more) + Changes.uncertain(sent, less));
        }
    }
}

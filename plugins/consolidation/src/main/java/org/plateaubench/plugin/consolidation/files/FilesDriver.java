// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Draws;
import org.plateaubench.api.IoReason;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.QosLimit;
import org.plateaubench.http.html.WrongContent;
import org.plateaubench.plugin.consolidation.application.Changes;
import org.plateaubench.plugin.consolidation.files.FilesParameters.Sync;
import org.plateaubench.plugin.consolidation.files.Tree.FileName;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.UserContext;

/**
 * One user with separate folders, who verifies the content of every file in them. A file whose change has failed is
 * uncertain: it may have the old or the new content, and is not used again in this run.
 */
final class FilesDriver implements Driver {
    static final String CREATED = "filesCreated";
    static final String DELETED = "filesDeleted";
    static final String ADDED = "blocksAdded";
    static final String REMOVED = "blocksDeleted";
    static final String OVERWRITTEN = "blocksOverwritten";
    static final String UNDONE = "overwritesDeleted";
    static final String READ = "blocksRead";

    private static final int FILE = 1;
    private static final int PLACE = 2;
    private static final int LENGTH = 3;
    /** Maximum number of blocks that one operation reads or overwrites: 64 KiB. */
    private static final int MAX_BLOCKS = 16;
    /** Maximum number of blocks that one operation appends. */
    private static final int MAX_APPENDED = 4;

    private static final Operation[] OPERATIONS = Operation.values();

    private final FilesParameters parameters;
    private final Tree tree;
    private final int user;
    private final Changes changes;
    private final Acknowledged acknowledged;
    private final UserContext.Counter blocksRead;
    private final List<OwnFile> files = new ArrayList<>();
    private int lastNumber = -1;
    private volatile @Nullable FileChannel channel;

    private static final class OwnFile {
        private FileName name;
        private int[] versions;

        OwnFile(FileName name, int[] versions) {
            this.name = name;
            this.versions = versions;
        }
    }

    FilesDriver(FilesParameters parameters, Tree tree, UserContext user) {
        this.parameters = parameters;
        this.tree = tree;
        this.user = user.user();
        changes = new Changes(user);
        acknowledged = user.acknowledged(CREATED);
        blocksRead = user.counter(READ);
    }

    /** Reads the user's files, so that their content is known. */
    @Override
    public void connect() throws IOException, SutException {
        if (lastNumber >= 0) {
            return;
        }
        int last = 0;
        for (int folder = 0; folder < FileName.FOLDERS; folder++) {
            for (Path path : paths(folder)) {
                FileName name = FileName.of(tree.root().relativize(path))
                        .orElseThrow(() -> new SutException(path + " is not Plateau's; move it elsewhere."));
                int[] versions = tree.versions(name);
                if (IntStream.of(versions).anyMatch(version -> version == Tree.Block.DAMAGED)) {
                    throw new SutException(path + " is damaged; set 'data: reset'.");
                }
                files.add(new OwnFile(name, versions));
                last = Math.max(last, name.number());
            }
        }
        lastNumber = last;
    }

    private List<Path> paths(int folder) throws IOException {
        try (Stream<Path> paths = Files.list(tree.folder(user, folder))) {
            return paths.sorted().toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public Outcome execute(OperationCall call) {
        Operation operation = OPERATIONS[call.operation()];
        Draws draws = call.draws();
        boolean isNew = operation == Operation.CREATE;
        if (isNew ? files.size() >= 2 * parameters.files() : files.isEmpty()) {
            return Outcome.declined(isNew ? "enough-files" : "no-file");
        }
        OwnFile file = isNew
                ? new OwnFile(new FileName(user, ++lastNumber, 0), new int[0])
                : files.get(draws.between(FILE, 0, 0, files.size() - 1));
        if (operation == Operation.DELETE && files.size() <= parameters.files() / 2) {
            return Outcome.declined("too-few-files");
        }
        if (operation == Operation.APPEND && file.versions.length >= parameters.maxBlocks()) {
            return Outcome.declined("file-is-full");
        }
        boolean isDone = false;
        try {
            execute(operation, file, draws);
            isDone = true;
            return Outcome.ok();
        } catch (IOException e) {
            return Outcome.error(errorClass(e), IoReason.of(e));
        } finally {
            changes.end(isDone);
            close();
            if (!isDone && operation.isChange) {
                files.remove(file);
                acknowledged.removed(file.name.identity());
            }
        }
    }

    private void execute(Operation operation, OwnFile file, Draws draws) throws IOException {
        switch (operation) {
            case READ -> read(file, draws);
            case STAT -> stat(file);
            case WRITE -> write(file, draws);
            case APPEND -> append(file, draws.between(LENGTH, 0, 1, MAX_APPENDED), StandardOpenOption.WRITE);
            case CREATE -> create(file, draws.between(LENGTH, 0, 1, parameters.maxBlocks()));
            case DELETE -> delete(file);
            case RENAME -> rename(file);
        }
    }

    static String errorClass(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        return switch (failure) {
            case WrongContent wrong -> "wrong-content";
            case NoSuchFileException missing -> "missing";
            case AccessDeniedException denied -> "permission-denied";
            default ->
                message.contains("No space left") || message.contains("quota exceeded")
                        ? "disk-full"
                        : message.contains("Read-only") ? "read-only" : "io";
        };
    }

    private FileChannel open(FileName name, OpenOption... options) throws IOException {
        FileChannel opened = FileChannel.open(tree.path(name), options);
        channel = opened;
        return opened;
    }

    private void read(OwnFile file, Draws draws) throws IOException {
        int count = Math.min(draws.between(LENGTH, 0, 1, MAX_BLOCKS), file.versions.length);
        int first = draws.between(PLACE, 0, 0, file.versions.length - count);
        ByteBuffer buffer = ByteBuffer.allocate(count * Tree.Block.BYTES);
        boolean isCorrect =
                Tree.fill(open(file.name, StandardOpenOption.READ), buffer, (long) first * Tree.Block.BYTES);
        buffer.flip();
        for (int index = first; isCorrect && index < first + count; index++) {
            isCorrect = Tree.Block.read(buffer, file.name.identity(), index) == file.versions[index];
        }
        if (!isCorrect) {
            throw new WrongContent(file.name.path() + " has other content than was written");
        }
        blocksRead.add(count);
    }

    private void stat(OwnFile file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(tree.path(file.name), BasicFileAttributes.class);
        long size = (long) file.versions.length * Tree.Block.BYTES;
        if (!attributes.isRegularFile() || attributes.size() != size) {
            throw new WrongContent(file.name.path() + " has " + attributes.size() + " bytes instead of " + size);
        }
    }

    private void finish(@Nullable FileChannel written, @Nullable FileName changedEntry) throws IOException {
        if (written != null && parameters.sync() != Sync.NONE) {
            written.force(parameters.sync() == Sync.ALL);
        }
        if (changedEntry != null && parameters.sync() == Sync.ALL) {
            Path folder = tree.folder(user, changedEntry.folder());
            try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
                entries.force(true);
            }
        }
    }

    private void write(OwnFile file, Draws draws) throws IOException {
        int count = Math.min(draws.between(LENGTH, 0, 1, MAX_BLOCKS), file.versions.length);
        int first = draws.between(PLACE, 0, 0, file.versions.length - count);
        int[] versions = IntStream.range(first, first + count)
                .map(index -> file.versions[index] + 1)
                .toArray();
        changes.begin(OVERWRITTEN, count);
        FileChannel opened = open(file.name, StandardOpenOption.WRITE);
        Tree.write(opened, file.name, first, versions);
        finish(opened, null);
        System.arraycopy(versions, 0, file.versions, first, count);
    }

    private void append(OwnFile file, int max, OpenOption... options) throws IOException {
        int before = file.versions.length;
        int count = Math.min(max, parameters.maxBlocks() - before);
        changes.begin(ADDED, count);
        FileChannel opened = open(file.name, options);
        Tree.write(opened, file.name, before, new int[count]);
        finish(opened, before == 0 ? file.name : null);
        file.versions = Arrays.copyOf(file.versions, before + count);
    }

    private void create(OwnFile file, int blocks) throws IOException {
        changes.begin(CREATED, 1);
        append(file, blocks, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        files.add(file);
        acknowledged.stored(file.name.identity());
    }

    private void delete(OwnFile file) throws IOException {
        changes.begin(DELETED, 1);
        changes.begin(REMOVED, file.versions.length);
        changes.begin(UNDONE, IntStream.of(file.versions).sum());
        acknowledged.removed(file.name.identity());
        Files.delete(tree.path(file.name));
        finish(null, file.name);
        files.remove(file);
    }

    private void rename(OwnFile file) throws IOException {
        FileName renamed = file.name.renamed();
        Files.move(tree.path(file.name), tree.path(renamed), StandardCopyOption.ATOMIC_MOVE);
        finish(null, renamed);
        file.name = renamed;
    }

    /** Closes the open file, which ends an operation that waits for it. May be called by any thread. */
    @Override
    public void abort() {
        close();
    }

    @Override
    public void close() {
        FileChannel opened = channel;
        channel = null;
        if (opened != null) {
            try {
                opened.close();
            } catch (IOException e) {
                return; // A file that cannot be closed is not used again.
            }
        }
    }

    enum Operation {
        READ("read", "Reads up to 64 KiB of a file.", 27, false),
        STAT("stat", "Queries the attributes of a file.", 19, false),
        WRITE("write", "Overwrites up to 64 KiB of a file.", 5, true),
        APPEND("append", "Appends up to 16 KiB to a file.", 4, true),
        CREATE("create", "Creates a file.", 3, true),
        DELETE("delete", "Deletes a file.", 3, true),
        RENAME("rename", "Renames a file.", 1, true);

        final String title;
        final String description;
        final double weight;
        final boolean isChange;

        Operation(String title, String description, double weight, boolean isChange) {
            this.title = title;
            this.description = description;
            this.weight = weight;
            this.isChange = isChange;
        }

        private Answers answers() {
            return switch (this) {
                case READ ->
                    Answers.read().identity("file and place of each block").version("blocks as they were written last");
                case STAT ->
                    Answers.read().identity("a file").version("the latest size").notVerified("times and owner");
                default -> Answers.NOTHING_READ;
            };
        }

        OperationDefinition definition() {
            return OperationDefinition.of(title, description)
                    .withLimits(QosLimit.parse("p95 < 200ms"))
                    .verifying(answers());
        }
    }
}

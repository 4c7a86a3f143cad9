// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.plateaubench.api.IoReason;
import org.plateaubench.api.Names;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.run.event.EventDetails.RunEnded;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.wire.DocumentRules;

/** The folder of one run. Its name is the run's id, a {@link FolderId}. Immutable. */
public final class RunFolder {
    public static final String JUDGEMENTS = "judgements";

    public static final String SUTS = "suts";

    private final Path path;

    private RunFolder(Path path) {
        this.path = path.toAbsolutePath().normalize();
    }

    /** The state of a run, which is determined without reading its measurements. */
    public enum State {
        RUNNING,
        COMPLETED,
        INTERRUPTED,
        NOT_STARTED,
        CRASHED;

        public String label() {
            return DocumentRules.word(this);
        }
    }

    /** Creates the folder of a new run, marked as owned by this process. */
    public static RunFolder create(Path runs, String name, Instant now) throws IOException {
        Names.require(name, "run");
        try {
            AtomicFile.createFolders(runs);
            RunFolder folder = new RunFolder(FolderId.createFolder(runs, name, now));
            OwnerFile.write(folder.file(StoredFile.OWNER));
            AtomicFile.forceFolder(runs);
            return folder;
        } catch (IOException e) {
            throw new IOException(
                    "No run folder can be made in " + runs.toAbsolutePath() + " (" + IoReason.of(e) + ").", e);
        }
    }

    /** An existing folder, which need not be a run folder. */
    public static RunFolder of(Path path) {
        return new RunFolder(path);
    }

    static boolean isReserved(String name) {
        return name.equals(JUDGEMENTS)
                || name.equals(ImportedTelemetry.FOLDER)
                || name.equals(SUTS)
                || Arrays.stream(StoredFile.values())
                        .anyMatch(file -> file.fileName().equalsIgnoreCase(name));
    }

    public static boolean isRun(Path folder) {
        return Files.exists(StoredFile.OWNER.in(folder)) || Files.exists(StoredFile.PLAN.in(folder));
    }

    /** The runs in a folder, the oldest first; empty if it does not exist. */
    public static List<RunFolder> list(Path runs) throws IOException {
        if (!Files.exists(runs)) {
            return List.of();
        }
        if (!Files.isDirectory(runs)) {
            throw new IOException(runs.toAbsolutePath() + " is a file; name the folder that holds the runs.");
        }
        try (Stream<Path> entries = Files.list(runs)) {
            return entries.filter(Files::isDirectory)
                    .filter(RunFolder::isRun)
                    .sorted(Comparator.comparing(Path::getFileName))
                    .map(RunFolder::new)
                    .toList();
        }
    }

    public Path path() {
        return path;
    }

    public String runId() {
        return String.valueOf(path.getFileName());
    }

    public Path file(StoredFile file) {
        return file.in(path);
    }

    /** A document as a tree; fails when it was changed after the run, or cannot be read. */
    public Map<String, Object> document(StoredFile file) throws IOException {
        Manifest.require(file, path);
        return Documents.parse(Files.readString(file(file)));
    }

    public boolean isOwned() throws IOException {
        return owner().isPresent();
    }

    /**
     * Makes this process the owner of the folder. If two processes try simultaneously, one of them succeeds.
     *
     * @return false if a running process, or this one, already owns it
     */
    public boolean takeOwnership() throws IOException {
        Path plan = file(StoredFile.PLAN);
        if (!Files.exists(plan)) {
            return !isOwned();
        }
        try (FileChannel channel = FileChannel.open(plan, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null || isOwned()) {
                return false;
            }
            OwnerFile.write(file(StoredFile.OWNER));
            return true;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** The state of the run. A run that did not end and has no running owner has crashed. */
    public State state() throws IOException {
        if (isOwned()) {
            return State.RUNNING;
        }
        return end().flatMap(end -> end.as(RunEnded.class))
                .map(RunFolder::stateOf)
                .orElse(State.CRASHED);
    }

    public Optional<ProcessHandle> owner() throws IOException {
        return OwnerFile.runningProcess(file(StoredFile.OWNER));
    }

    /** The events that were written; broken lines are ignored. */
    public List<RunEvent> events() throws IOException {
        List<RunEvent> events = new ArrayList<>();
        Lines.read(file(StoredFile.EVENTS), line -> events.add(RunEvent.read(line)), new ArrayList<>());
        return events;
    }

    /** The event that ended the run, if any. Only notes written while closing may come after it. */
    public Optional<RunEvent> end() throws IOException {
        Path file = file(StoredFile.EVENTS);
        String text = Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .filter(line -> line.contains(EventType.RUN_ENDED.label()))
                .flatMap(RunFolder::event)
                .filter(event -> event.is(EventType.RUN_ENDED))
                .reduce((earlier, later) -> later);
    }

    private static Stream<RunEvent> event(String line) {
        try {
            return Stream.of(RunEvent.read(line));
        } catch (IllegalArgumentException e) {
            // The reader of the run's figures reports the broken line.
            return Stream.empty();
        }
    }

    private static State stateOf(RunEnded end) {
        for (State state : State.values()) {
            if (state.label().equals(end.status())) {
                return state;
            }
        }
        return State.CRASHED;
    }

    public Path addJudgement(Object tree) throws IOException {
        Path judgements = path.resolve(JUDGEMENTS);
        AtomicFile.createFolders(judgements);
        for (int number = 1; ; number++) {
            Path file = judgements.resolve(String.format(Locale.ROOT, "%03d.json", number));
            if (!Files.exists(file)) {
                AtomicFile.write(file, Documents.text(tree));
                return file;
            }
        }
    }

    /**
     * The id of a run or sequence of runs, {@code <utc-time>-<name>-<short id>}, the name of its folder. Immutable.
     *
     * @param startedAt when the folder was created; empty when that part is not a time
     */
    public record FolderId(Optional<Instant> startedAt, String name) {
        private static final Pattern FORM = Pattern.compile("([0-9]{8}T[0-9]{6}Z)-(.+)-[0-9a-f]{6}");
        private static final DateTimeFormatter TIME =
                DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
        private static final int SHORT_ID_BYTES = 3;
        private static final int ATTEMPTS = 16;
        private static final SecureRandom RANDOM = new SecureRandom();

        public static Optional<FolderId> of(String id) {
            Matcher matcher = FORM.matcher(id);
            return matcher.matches()
                    ? Optional.of(new FolderId(instant(matcher.group(1)), matcher.group(2)))
                    : Optional.empty();
        }

        private static Optional<Instant> instant(String time) {
            try {
                return Optional.of(TIME.parse(time, Instant::from));
            } catch (DateTimeException e) {
                return Optional.empty();
            }
        }

        public static Path createFolder(Path parent, String name, Instant now) throws IOException {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                byte[] id = new byte[SHORT_ID_BYTES];
                RANDOM.nextBytes(id);
                Path folder = parent.resolve(
                        TIME.format(now) + "-" + name + "-" + HexFormat.of().formatHex(id));
                try {
                    return Files.createDirectory(folder);
                } catch (FileAlreadyExistsException e) {
                    // A folder with this id exists; another id is tried.
                }
            }
            throw new IOException("no folder with a free name was found");
        }
    }
}

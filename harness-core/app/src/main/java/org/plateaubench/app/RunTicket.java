// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.AtomicFile;
import org.plateaubench.engine.store.OwnerFile;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.loader.ShownText;

/**
 * A folder through which a queue passes a run to a process and observes it; either of them may be killed. The process
 * takes the ticket first; a withdrawn ticket can no longer be taken, and a taken one cannot be withdrawn. Thread-safe.
 */
public final class RunTicket {
    private static final String TAKEN = "taken.json";
    private static final String WITHDRAWN = "withdrawn";
    private static final String RUN_ID = "run-id";
    private static final String STUDY_ID = "study-id";
    private static final String RIG_USED = "rig-used";
    private static final String EXIT_CODE = "exit-code";
    private static final String SETTINGS = "settings.json";

    private final Path folder;

    private RunTicket(Path folder) {
        this.folder = folder;
    }

    private record Settings(List<String> settings) {}

    public enum Holder {
        NOBODY,
        PROCESS,
        QUEUE
    }

    /**
     * The state of a ticket.
     *
     * @param process process that took it, while it runs
     * @param rigUser the run that used the rig, a sentence, when the process ended for that reason before its run began
     */
    public record State(
            Holder holder,
            Optional<ProcessHandle> process,
            Optional<String> runId,
            Optional<String> studyId,
            Optional<String> rigUser,
            Optional<Integer> exitCode) {
        public Optional<String> startedId() {
            return runId.or(() -> studyId);
        }
    }

    /** Creates a ticket that no process has taken, or returns the existing one. */
    public static RunTicket issue(Path folder) throws IOException {
        Files.createDirectories(folder);
        return new RunTicket(folder);
    }

    /** Stores the settings on disk before it returns. Only the owner can read them, because settings may be secret. */
    public void passSettings(List<String> settings) throws IOException {
        AtomicFile.writeForOwner(folder.resolve(SETTINGS), Documents.line(new Settings(settings)));
    }

    /**
     * The settings that were passed by {@link #passSettings}.
     *
     * @throws IOException when none were passed, not even an empty list
     */
    public List<String> settings() throws IOException {
        String text = Files.readString(folder.resolve(SETTINGS), StandardCharsets.UTF_8);
        try {
            return Documents.readKnown(text, Settings.class).settings();
        } catch (IllegalArgumentException e) {
            throw new IOException(folder.resolve(SETTINGS) + " contains no settings: " + e.getMessage(), e);
        }
    }

    /** Takes the ticket for this process; empty when it was taken or withdrawn before. */
    public static Optional<RunTicket> take(Path folder) throws IOException {
        RunTicket ticket = new RunTicket(folder);
        Path mark = folder.resolve("process-" + ProcessHandle.current().pid() + ".json");
        OwnerFile.write(mark);
        return ticket.claim(mark) ? Optional.of(ticket) : Optional.empty();
    }

    /** Withdraws the ticket; false when a process took it before. */
    public boolean withdraw() throws IOException {
        Path mark = folder.resolve(WITHDRAWN);
        AtomicFile.write(mark, "");
        return claim(mark) || state().holder() == Holder.QUEUE;
    }

    /** Creates the file of the holder from a mark, which succeeds only for the first process that tries it. */
    private boolean claim(Path mark) throws IOException {
        try {
            Files.createLink(folder.resolve(TAKEN), mark);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    public void runStarted(RunFolder run) throws IOException {
        AtomicFile.write(folder.resolve(RUN_ID), run.runId());
    }

    public void studyStarted(String id) throws IOException {
        AtomicFile.write(folder.resolve(STUDY_ID), id);
    }

    public void refused(String rigUser) throws IOException {
        AtomicFile.write(folder.resolve(RIG_USED), rigUser);
    }

    public void ended(int exitCode) throws IOException {
        AtomicFile.write(folder.resolve(EXIT_CODE), Integer.toString(exitCode));
    }

    public State state() throws IOException {
        Path taken = folder.resolve(TAKEN);
        Holder holder = Holder.NOBODY;
        if (Files.exists(taken)) {
            holder = Files.size(taken) == 0 ? Holder.QUEUE : Holder.PROCESS;
        }
        // The state of the process is read first, because a process that has ended has written everything.
        Optional<ProcessHandle> process = holder == Holder.PROCESS ? OwnerFile.runningProcess(taken) : Optional.empty();
        return new State(
                holder,
                process,
                text(RUN_ID),
                text(STUDY_ID),
                text(RIG_USED),
                text(EXIT_CODE).map(Integer::valueOf));
    }

    private Optional<String> text(String name) throws IOException {
        Path file = folder.resolve(name);
        return Files.exists(file) ? Optional.of(Files.readString(file, StandardCharsets.UTF_8)) : Optional.empty();
    }

    /** The note in the folder of a run or a study that names the user who requests its end through the console. */
    public static final class RunRequests {
        private static final String NOTE = ".stop-asked-by";

        private RunRequests() {}

        /** The run removes the note when it handles the request, so that its folder is unchanged in the end. */
        public static void note(Path folder, String requester) throws IOException {
            AtomicFile.write(folder.resolve(NOTE), requester);
        }

        /** Who requests the end, in words that follow "by"; removes the note in the folder of a run or a study. */
        public static String requester(@Nullable Path folder, String signal) {
            if (signal.equals("SIGINT")) {
                return "Ctrl-C";
            }
            String request = "a request to terminate (" + signal + ")";
            if (folder == null) {
                return request;
            }
            Path note = folder.resolve(NOTE);
            try {
                String requester = ShownText.of(Files.readString(note));
                Files.deleteIfExists(note);
                return requester + ", through the console";
            } catch (IOException e) {
                return request;
            }
        }
    }
}

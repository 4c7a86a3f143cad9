// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;

/** A console whose files are gone says so, and one that is new does not. */
final class MissingDataWarningTest {
    private static final Logger LOG = Logger.getLogger("org.plateaubench.web");

    @TempDir
    private Path folder;

    private final List<String> said = Collections.synchronizedList(new ArrayList<>());
    private final Handler ear = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().equals(Level.WARNING)) {
                said.add(entry.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOG.addHandler(ear);
    }

    @AfterEach
    void listenNoMore() {
        LOG.removeHandler(ear);
    }

    /** What a start says of this folder; other tests of this JVM say things too. */
    private List<String> saidAtAStart() throws Exception {
        said.clear();
        TestConsole.start(folder).close();
        synchronized (said) {
            return said.stream()
                    .filter(sentence -> sentence.contains(folder.toString()))
                    .toList();
        }
    }

    @Test
    void filesThatAreGoneAreMissedByTheNextConsoleAndOnlyByIt() throws Exception {
        assertThat(saidAtAStart()).as("a new folder").isEmpty();
        assertThat(saidAtAStart()).as("one with its files").isEmpty();
        Files.delete(folder.resolve("data/records.mv.db"));
        Files.delete(folder.resolve("data/catalog.mv.db"));
        assertThat(saidAtAStart())
                .singleElement()
                .asString()
                .contains("The folder " + folder.resolve("data") + " has neither records.mv.db nor catalog.mv.db")
                .contains("a console has used that folder before", "without accounts", "restore --replace");
        assertThat(saidAtAStart()).isEmpty();
    }

    @Test
    void aFolderOfDataThatIsGoneIsMissedWhereAConsoleStartedRuns() throws Exception {
        Path run = Files.createDirectories(folder.resolve("runs/20260110T100000Z-old-00000a"));
        Files.writeString(StoredFile.PLAN.in(run), "{}");
        assertThat(saidAtAStart()).as("a run of a shell").isEmpty();
        try (var data = Files.list(folder.resolve("data"))) {
            for (Path file : data.toList()) {
                Files.delete(file);
            }
        }
        RunAnnotation.NONE.withStartedBy("ann").write(RunFolder.of(run));
        assertThat(saidAtAStart())
                .singleElement()
                .asString()
                .contains("a console has started run 20260110T100000Z-old-00000a in " + folder.resolve("runs"));
    }
}

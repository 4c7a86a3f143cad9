// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.SampleRun;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Verdict;

/** Changed files of a stored run are detected (measurement rule M17). */
final class ManifestTest {
    @TempDir
    Path runs;

    @Test
    void sealedRunIsUndamagedAfterALaterJudgement() throws Exception {
        Path folder = sealed();
        RunFolder.of(folder).addJudgement(Map.of("verdict", "pass"));
        assertThat(RunReader.read(folder).damage()).isEmpty();
        assertThat(storedFiles(Judge.judge(RunReader.read(folder))).state()).isEqualTo(AuditResult.State.OK);
    }

    @Test
    void limitRelaxedAfterTheRunInvalidatesTheRun() throws Exception {
        Path folder = sealed();
        edit(folder, "900", "990");
        Judgement judgement = Judge.judge(RunReader.read(folder));
        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(storedFiles(judgement).message()).contains("plan.json was changed after the run");
    }

    @Test
    void everyFileIsCheckedAgainstTheDigest() throws Exception {
        for (StoredFile file :
                new StoredFile[] {StoredFile.EVENTS, StoredFile.TELEMETRY, StoredFile.INTERVALS, StoredFile.RESULT}) {
            Path folder = sealed(runs.resolve(file.name()));
            Files.writeString(file.in(folder), "\n", StandardOpenOption.APPEND);
            assertThat(RunReader.read(folder).damage())
                    .anyMatch(line -> line.startsWith(file.fileName() + " was changed after the run"));
            Files.delete(file.in(folder));
            assertThat(RunReader.read(folder).damage())
                    .anyMatch(line -> line.equals(file.fileName() + " is missing, and listed in MANIFEST.sha256"));
        }
    }

    @Test
    void editedResultIsRefused() throws Exception {
        Path folder = sealed();
        assertThat(RunFolder.of(folder).document(StoredFile.RESULT)).isEmpty();
        Files.writeString(StoredFile.RESULT.in(folder), "{ \"verdict\": \"pass\" }\n");
        assertThatThrownBy(() -> RunFolder.of(folder).document(StoredFile.RESULT))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("result.json was changed after the run: its digest");
    }

    @Test
    void editedReportIsDamage() throws Exception {
        Path folder = sealed(runs.resolve("page"));
        Path page = StoredFile.REPORT.in(folder);
        Files.writeString(page, "<p>1");
        Manifest.write(folder);
        Files.writeString(page, "<p>2");
        assertThat(RunReader.read(folder).damage())
                .anyMatch(line -> line.startsWith("report.html was changed after the run"));
        Files.delete(page);
        assertThat(RunReader.read(folder).damage()).isEmpty();
    }

    @Test
    void completeRunWithoutAManifestIsNoted() throws Exception {
        Path folder = sealed();
        Files.delete(StoredFile.MANIFEST.in(folder));
        Judgement judgement = Judge.judge(RunReader.read(folder));
        assertThat(storedFiles(judgement).noted()).isTrue();
        assertThat(judgement.verdict()).isEqualTo(Verdict.PASS);
    }

    private Path sealed() throws IOException {
        return sealed(runs.resolve("run"));
    }

    private static Path sealed(Path folder) throws IOException {
        SampleRun.passing(folder, 12).close();
        Files.writeString(StoredFile.RESULT.in(folder), "{}\n");
        Manifest.write(folder);
        return folder;
    }

    private static void edit(Path folder, String from, String to) throws IOException {
        Path plan = StoredFile.PLAN.in(folder);
        String text = Files.readString(plan);
        assertThat(text).contains(from);
        Files.writeString(plan, text.replace(from, to));
    }

    private static AuditResult storedFiles(Judgement judgement) {
        return judgement.audits().stream()
                .filter(audit -> audit.rule() == AuditOrRule.STORED_FILES)
                .findFirst()
                .orElseThrow();
    }
}

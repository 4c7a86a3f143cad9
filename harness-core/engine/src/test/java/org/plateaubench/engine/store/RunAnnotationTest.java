// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.SampleRun;
import org.plateaubench.engine.judge.result.Judgement;

class RunAnnotationTest {
    @TempDir
    Path runs;

    @Test
    void annotationIsReadBack() throws Exception {
        RunFolder folder = RunFolder.create(runs, "one", RunFixture.START);
        assertThat(RunAnnotation.read(folder)).isEqualTo(RunAnnotation.NONE);
        RunAnnotation original = RunAnnotation.NONE
                .withNote("Baseline,\nbefore the new index. \u0007")
                .withTags(List.of("Release 4", "baseline", "release-4", "größe"))
                .withArchived(true)
                .withPinned(true)
                .withStartedBy("ann");
        original.write(folder);
        assertThat(RunAnnotation.read(folder)).isEqualTo(original);
        assertThat(original.note()).isEqualTo("Baseline,\nbefore the new index.");
        assertThat(original.tags()).containsExactly("baseline", "größe", "release-4");
    }

    /** Hebrew text does not need control characters; the joiners of Persian and of emoji are kept. */
    @Test
    void bidirectionalControlCharactersAreRemoved() {
        String original =
                "a\u202egnp.exe\u202c \u2066b\u2069 \u200f\u05e9\u05dc\u05d5\u05dd \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645";
        assertThat(RunAnnotation.NONE.withNote(original).note())
                .isEqualTo("agnp.exe b \u05e9\u05dc\u05d5\u05dd \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645");
        assertThat(RunAnnotation.NONE
                        .withTags(List.of("re\u202el\u200ee\u061case"))
                        .tags())
                .containsExactly("release");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "-x", "<b>", "a\"b", "a\\b", "x'y", "12345678901234567890123456789012345678901"})
    void invalidTagIsRefused(String word) {
        assertThatThrownBy(() -> RunAnnotation.NONE.withTags(List.of(word)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("A tag is of 1 to 40 letters");
    }

    @Test
    void notesAndTagsAreLimited() {
        String longest = "x".repeat(RunAnnotation.MAX_NOTE);
        assertThat(RunAnnotation.NONE.withNote(longest).note()).isEqualTo(longest);
        assertThatThrownBy(() -> RunAnnotation.NONE.withNote(longest + "x"))
                .hasMessage("A note has at most 10000 characters.");
        assertThatThrownBy(() -> RunAnnotation.NONE.withTags(Collections.nCopies(21, "x")))
                .hasMessage("A run has at most 20 tags.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{\"schema\":\"plateau.annotation/1\",\"note\":1}",
                "{\"schema\":\"plateau.annotation/1\",\"note\":\"\",\"tags\":[],\"archived\":false,\"pinned\":\"no\"}"
            })
    void damagedFileIsRefused(String text) throws Exception {
        RunFolder folder = RunFolder.create(runs, "one", RunFixture.START);
        Files.writeString(folder.file(StoredFile.ANNOTATION), text);
        assertThatThrownBy(() -> RunAnnotation.read(folder))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("annotation.json cannot be read: ");
    }

    @Test
    void annotationLeavesASealedRunUndamaged() throws Exception {
        Path folder = runs.resolve("run");
        SampleRun.passing(folder, 12).close();
        RunAnnotation.NONE.withNote("before the end").write(RunFolder.of(folder));
        Files.writeString(folder.resolve(".annotation.json.tmp"), "another is being written");
        Files.writeString(StoredFile.RESULT.in(folder), "{}\n");
        Manifest.write(folder);
        assertThat(Files.readString(StoredFile.MANIFEST.in(folder))).doesNotContain("annotation");
        Judgement before = Judge.judge(RunReader.read(folder));
        RunAnnotation.NONE.withNote("after the end").withArchived(true).write(RunFolder.of(folder));
        StoredRun run = RunReader.read(folder);
        assertThat(run.sealed()).isTrue();
        assertThat(run.damage()).isEmpty();
        assertThat(Judge.judge(run)).usingRecursiveComparison().isEqualTo(before);
    }
}

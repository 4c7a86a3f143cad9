// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.result.Judgement;

class RepeatedNotesTest {
    private static Judgement.Note note(String scope, String message) {
        return new Judgement.Note(scope, message);
    }

    @Test
    void aNoteThatIsRepeatedIsOneWithACount() {
        assertThat(RepeatedNotes.merged(List.of(note("sut/db", "Old."), note("", "Slow."), note("sut/db", "Old."))))
                .containsExactly(note("sut/db", "Old. (2 times)"), note("", "Slow."));
    }

    @Test
    void aNoteOfManyWorkloadsNamesTheFirstOfThem() {
        List<Judgement.Note> notes = IntStream.rangeClosed(1, 68)
                .mapToObj(i -> note(i + "/mail", "Small."))
                .toList();
        assertThat(RepeatedNotes.merged(notes))
                .containsExactly(note("1/mail", "Small. (The same of 2/mail, 3/mail, 4/mail and 64 more.)"));
    }

    @Test
    void veryManyNotesAreBounded() {
        List<Judgement.Note> notes =
                IntStream.range(0, 10_000).mapToObj(i -> note("", "Note " + i)).toList();
        assertThat(RepeatedNotes.merged(notes))
                .hasSize(101)
                .last()
                .isEqualTo(note("", "The events contain 9900 more notes."));
    }
}

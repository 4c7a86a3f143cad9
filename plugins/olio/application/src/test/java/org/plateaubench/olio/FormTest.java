// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FormTest {
    private final Map<String, String> fields = new HashMap<>();

    @Test
    void charactersThatAreNoneAreLeftOut() {
        assertThat(Form.cleaned(" a\0bcd\r\ne\tf ", true)).isEqualTo("abcd\ne f");
        assertThat(Form.cleaned("a\r\nb", false)).isEqualTo("a b");
        assertThat(Form.cleaned("x\uD83C\uDFBAy", false)).isEqualTo("x\uD83C\uDFBAy");
    }

    @Test
    void passwordsMustAgree() {
        fields.put("password", "secret");
        fields.put("passwordAgain", "secred");
        assertThat(filled(Form.PERSON).problem("passwordAgain")).contains("not the same");
        fields.put("passwordAgain", "secret");
        assertThat(filled(Form.PERSON).problem("passwordAgain")).isEmpty();
    }

    @Test
    void tagsAreWordsEachOnceInSmallLetters() {
        fields.put("tags", "Jazz, jazz  RIVER\nBrünn");
        Form.Filled filled = filled(Form.EVENT);
        assertThat(filled.problem("tags")).isEmpty();
        assertThat(filled.tags()).containsExactly("jazz", "river", "brünn");
        fields.put("tags", "a/b");
        assertThat(filled(Form.EVENT).problem("tags")).isNotEmpty();
    }

    @Test
    void aTagIsNoLongerThanItsColumnWhateverItsLettersAre() {
        fields.put("tags", "\uD835\uDCB6".repeat(15));
        assertThat(filled(Form.EVENT).problem("tags")).isEmpty();
        fields.put("tags", "\uD835\uDCB6".repeat(16));
        assertThat(filled(Form.EVENT).problem("tags")).contains("at most 30");
    }

    @Test
    void aNameThatWouldBeAnotherPageIsTaken() {
        for (String name : new String[] {"new", "check", "a", "a b", "../x", "x".repeat(26)}) {
            assertThat(Form.userNameProblem(name)).as(name).isNotEmpty();
        }
        assertThat(Form.userNameProblem("anna_2")).isEmpty();
    }

    private Form.Filled filled(Form form) {
        return form.filled(name -> fields.getOrDefault(name, ""));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.eclipse.angus.mail.iap.Argument;

/** A search by a user. */
public sealed interface Search {
    /** Returns the arguments of the command. */
    Argument arguments();

    /** A word in a header, such as {@code Subject}. */
    record Header(String name, String word) implements Search {
        @Override
        public Argument arguments() {
            Argument arguments = charset(word);
            return arguments.writeAtom("HEADER").writeString(name).writeString(word, StandardCharsets.UTF_8);
        }
    }

    /** A word anywhere in a message's text. */
    record Text(String word) implements Search {
        @Override
        public Argument arguments() {
            return charset(word).writeAtom("BODY").writeString(word, StandardCharsets.UTF_8);
        }
    }

    /** Messages from a day or later. */
    record Since(LocalDate day) implements Search {
        private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("d-MMM-yyyy", Locale.ROOT);

        @Override
        public Argument arguments() {
            return new Argument().writeAtom("SINCE").writeAtom(FORMAT.format(day));
        }
    }

    /** Messages with or without a flag. */
    record Flagged(Flag flag, boolean on) implements Search {
        @Override
        public Argument arguments() {
            String word = flag.title().substring(1).toUpperCase(Locale.ROOT);
            return new Argument().writeAtom(on ? word : "UN" + word);
        }
    }

    private static Argument charset(String word) {
        Argument arguments = new Argument();
        return word.chars().allMatch(c -> c < 128)
                ? arguments
                : arguments.writeAtom("CHARSET").writeAtom("UTF-8");
    }
}

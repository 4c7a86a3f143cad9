// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.util.Arrays;
import java.util.Locale;

/** Text of any length, cut from a long text of plain words that is generated once. Immutable. */
final class Prose {
    private static final String[] WORDS = """
            the a we our this every with and for from at by near after before under over into around about
            evening morning weekend summer winter spring autumn season music street garden river market bridge harbour
            city village park theatre kitchen library workshop concert picnic festival dance film photograph painting
            story lecture game match race tournament walk ride tour dinner lunch breakfast coffee bread cheese wine
            apple lemon orange guitar piano drum violin singer dancer writer teacher student neighbour family children
            friend guest stranger company crowd team club band choir friendly open quiet loud gentle simple wooden
            bright golden silver green blue red yellow large little early late warm cold fresh local famous hidden
            meet bring share learn play listen watch cook build plant paint sing dance read write travel visit enjoy
            remember invite welcome discover explore celebrate gather relax everybody somebody together tonight
            tomorrow always sometimes often again outdoors indoors upstairs downtown nearby free entrance ticket
            table chair blanket umbrella lantern candle window door corner square station ferry tram bicycle
            mountain forest meadow lake island beach valley""".split("\\s+");

    private static final int CHARACTERS = 1 << 16;
    private static final int MAX_TEXT_LENGTH = 4_096;
    private static final int MIN_SENTENCE = 5;
    private static final int MAX_SENTENCE = 12;
    private static final String TEXT;
    private static final int[] WORD_STARTS;

    static {
        KeyedDraws draws = new KeyedDraws(0x0110_0110L);
        StringBuilder text = new StringBuilder(CHARACTERS + MAX_TEXT_LENGTH);
        int[] starts = new int[CHARACTERS];
        int count = 0;
        int wordsLeft = 0;
        while (text.length() < CHARACTERS + MAX_TEXT_LENGTH) {
            boolean first = wordsLeft == 0;
            wordsLeft = first ? draws.between(MIN_SENTENCE, MAX_SENTENCE) : wordsLeft;
            if (text.length() < CHARACTERS) {
                starts[count++] = text.length();
            }
            String word = draws.oneOf(WORDS);
            text.append(first ? capitalised(word) : word);
            wordsLeft--;
            text.append(wordsLeft == 0 ? ". " : " ");
        }
        TEXT = text.toString();
        WORD_STARTS = Arrays.copyOf(starts, count);
    }

    private Prose() {}

    /** Returns sentences of this number of characters; the first and the last are cut. */
    static String text(KeyedDraws draws, int characters) {
        return cut(draws, characters, '.');
    }

    /** Returns a few words of this number of characters. */
    static String title(KeyedDraws draws, int characters) {
        return cut(draws, characters, 's').replace(".", ",");
    }

    private static String cut(KeyedDraws draws, int characters, char last) {
        int start = WORD_STARTS[draws.between(0, WORD_STARTS.length - 1)];
        StringBuilder text = new StringBuilder(characters).append(TEXT, start, start + characters);
        text.setCharAt(0, Character.toUpperCase(text.charAt(0)));
        for (int i = characters - 2; i < characters; i++) {
            if (!Character.isLetter(text.charAt(i))) {
                text.setCharAt(i, 's');
            }
        }
        text.setCharAt(characters - 1, last);
        return text.toString();
    }

    static String capitalised(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }
}

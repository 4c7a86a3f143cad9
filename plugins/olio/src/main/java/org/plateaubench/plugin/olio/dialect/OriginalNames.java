// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.dialect;

import java.util.Random;

/**
 * Names of the users and tags of Olio 0.2's loaders: a function of the number, from 1, which a driver needs to sign in
 * to data that they have loaded. Of each hundred names 5, 8, 17, 25, 24 and 21 have 6 to 11 characters. Each length has
 * an alphabet per position, shuffled by a generator with the length as its seed; the index at a position continues from
 * the character before. Stateless; any thread.
 */
final class OriginalNames {
    private static final int SHORTEST = 6;
    private static final int[] PERCENT = {5, 8, 17, 25, 24, 21};
    private static final int BLOCK = 100;
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
    private static final String CHARACTERS = "0123456789" + LETTERS + "_";
    private static final String[][] ALPHABETS = alphabets();

    private OriginalNames() {}

    /**
     * Returns the name of a user or tag.
     *
     * @param number number, from 1
     */
    static String name(int number) {
        if (number < 1) {
            throw new IllegalArgumentException("numbers begin with 1: " + number);
        }
        int block = (number - 1) / BLOCK;
        int place = placeInBlock((number - 1) % BLOCK);
        int length = 0;
        while (place >= PERCENT[length]) {
            place -= PERCENT[length];
            length++;
        }
        return spelled(ALPHABETS[length], PERCENT[length] * block + place);
    }

    /**
     * Returns the position within a block. Neighbours get names of different lengths: odd positions are reversed, then
     * the two digits are swapped.
     */
    private static int placeInBlock(int place) {
        int turned = place % 2 == 1 ? BLOCK - place : place;
        return turned % 10 * 10 + turned / 10;
    }

    private static String spelled(String[] alphabets, int number) {
        StringBuilder name = new StringBuilder(alphabets.length);
        int rest = number;
        int step = 0;
        for (String alphabet : alphabets) {
            step = (rest % alphabet.length() + step) % alphabet.length();
            rest /= alphabet.length();
            name.append(alphabet.charAt(step));
        }
        return name.toString();
    }

    private static String[][] alphabets() {
        String[][] byLength = new String[PERCENT.length][];
        for (int i = 0; i < byLength.length; i++) {
            int length = SHORTEST + i;
            Random shuffling = new Random(length);
            byLength[i] = new String[length];
            for (int place = 0; place < length; place++) {
                byLength[i][place] = shuffled(place == 0 ? LETTERS : CHARACTERS, shuffling);
            }
        }
        return byLength;
    }

    private static String shuffled(String ordered, Random shuffling) {
        StringBuilder left = new StringBuilder(ordered);
        StringBuilder shuffled = new StringBuilder(ordered.length());
        while (!left.isEmpty()) {
            int taken = shuffling.nextInt(left.length());
            shuffled.append(left.charAt(taken));
            left.deleteCharAt(taken);
        }
        return shuffled.toString();
    }
}

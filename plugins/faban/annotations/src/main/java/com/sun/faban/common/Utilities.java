// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.common;

import java.util.ArrayList;
import java.util.List;

/** Functions for drivers. */
public class Utilities {
    private Utilities() {}

    public static List<NameValuePair<Integer>> parseHostPorts(String hostPorts) {
        List<NameValuePair<Integer>> pairs = new ArrayList<>();
        for (String word : hostPorts.strip().split("[\\s,]+", -1)) {
            int colon = word.lastIndexOf(':');
            boolean hasPort =
                    colon > 0 && word.indexOf(']', colon) < 0 && (word.startsWith("[") || word.indexOf(':') == colon);
            if (!word.isEmpty()) {
                pairs.add(new NameValuePair<>(
                        hasPort ? word.substring(0, colon) : word,
                        hasPort ? Integer.valueOf(word.substring(colon + 1)) : null));
            }
        }
        return pairs;
    }

    /** The number, from 0, of the bucket of a value below the total; buckets with low numbers have one value more. */
    public static int selectBucket(int current, int total, int buckets) {
        int small = total / buckets;
        int inLarge = (total % buckets) * (small + 1);
        return current < inLarge ? current / (small + 1) : total % buckets + (current - inLarge) / Math.max(1, small);
    }
}

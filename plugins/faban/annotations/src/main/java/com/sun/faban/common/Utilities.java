// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.common;

import java.util.ArrayList;
import java.util.List;

/** Functions for drivers. */
public class Utilities {
    private Utilities() {}

    /**
     * Reads hosts and ports, such as {@code web1:80 web2:8080}, which blanks or commas separate. A host without a port
     * has the value null.
     */
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
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.reach;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One text of the value of a parameter.
 *
 * @param path its place, such as {@code server}, {@code lines[2]} or {@code settings.hz}
 * @param allowedAs the path without the index of a list element, because each element of a list is allowed separately
 * @param text the text
 */
record Element(String path, String allowedAs, String text) {
    /** The texts of a value. */
    static List<Element> of(String name, Object value) {
        List<Element> result = new ArrayList<>();
        switch (value) {
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    result.add(new Element(name + "[" + i + "]", name, String.valueOf(list.get(i))));
                }
            }
            case Map<?, ?> map ->
                map.forEach((key, one) -> {
                    String path = name + "." + key;
                    result.add(new Element(path, path, String.valueOf(one)));
                });
            default -> result.add(new Element(name, name, String.valueOf(value)));
        }
        return result;
    }
}

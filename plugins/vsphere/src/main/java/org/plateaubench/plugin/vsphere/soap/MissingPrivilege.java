// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.soap;

import java.util.ArrayList;
import java.util.List;

/**
 * Determines which privilege the user lacks on which object. The fault {@code NoPermission} of the vSphere API contains
 * {@code object} and {@code privilegeId}; on newer servers it also contains {@code missingPrivileges}, a list for each
 * object.
 */
final class MissingPrivilege {
    private static final int MOST_NAMED = 10;

    private MissingPrivilege() {}

    /** Returns a blank and a sentence; an empty text for any other fault and for one without a privilege. */
    static String sentence(XmlElement fault) {
        List<String> missing = new ArrayList<>();
        if (!fault.text("privilegeId").isEmpty()) {
            missing.add(fault.text("privilegeId") + on(fault, "object"));
        }
        for (XmlElement one : fault.children("missingPrivileges")) {
            one.children("privilegeIds").forEach(id -> missing.add(id.text() + on(one, "entity")));
        }
        List<String> named = missing.stream().distinct().limit(MOST_NAMED).toList();
        return named.isEmpty()
                ? ""
                : " The user lacks the " + (named.size() == 1 ? "privilege " : "privileges ") + String.join(", ", named)
                        + "; give the user a role that has " + (named.size() == 1 ? "it" : "them") + " there.";
    }

    private static String on(XmlElement fault, String child) {
        return fault.child(child)
                .map(XmlElement::reference)
                .map(object -> " on " + object.type() + " " + object.id())
                .orElse("");
    }
}

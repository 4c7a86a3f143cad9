// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.page;

import java.util.List;
import org.plateaubench.olio.model.PersonDetail;
import org.plateaubench.olio.model.PersonLink;

/** The relation of the viewer to the viewed person; exactly one is true, or none for an anonymous viewer. */
record Relation(boolean friends, boolean asked, boolean askedBy, boolean strangers) {
    static Relation of(PersonDetail profile, Viewer viewer) {
        if (!viewer.isSignedIn()) {
            return new Relation(false, false, false, false);
        }
        boolean friends = holds(profile.friends(), viewer);
        boolean asked = !friends && holds(profile.incoming(), viewer);
        boolean askedBy = !friends && !asked && holds(profile.outgoing(), viewer);
        return new Relation(friends, asked, askedBy, !friends && !asked && !askedBy);
    }

    private static boolean holds(List<PersonLink> people, Viewer viewer) {
        return people.stream().anyMatch(person -> person.id() == viewer.id());
    }
}

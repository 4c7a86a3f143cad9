// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Creates the handles of fields that one thread writes and others read. Stateless. */
public final class FieldHandles {
    private FieldHandles() {}

    /** The handle of a field of the class that made the lookup. */
    public static VarHandle of(MethodHandles.Lookup lookup, String field, Class<?> type) {
        try {
            return lookup.findVarHandle(lookup.lookupClass(), field, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}

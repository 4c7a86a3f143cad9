// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.io.IOException;

/** A failure of the connection below HTTP. */
final class SocketFailure extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean writing;

    SocketFailure(IOException cause, boolean writing) {
        super(text(cause), cause);
        this.writing = writing;
    }

    static String text(Throwable e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }

    boolean writing() {
        return writing;
    }
}

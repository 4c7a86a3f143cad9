// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.upload;

/** A file that the site refuses; the message is for the user who sent it. */
public final class RejectedUpload extends Exception {
    private static final long serialVersionUID = 1L;

    RejectedUpload(String message) {
        super(message);
    }

    RejectedUpload(String message, Throwable cause) {
        super(message, cause);
    }
}

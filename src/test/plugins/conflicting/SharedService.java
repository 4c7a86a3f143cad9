// SPDX-License-Identifier: Apache-2.0
package com.example.shared;

/** A service that each plugin provides for itself. */
public interface SharedService {
    /** Who provides it. */
    String provider();

    /** The only provider of a plugin. */
    final class Own implements SharedService {
        @Override
        public String provider() {
            return "@ID@";
        }
    }
}

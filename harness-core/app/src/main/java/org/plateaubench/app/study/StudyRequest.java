// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.util.List;

/** The request, which is sufficient to continue the sequence. */
public record StudyRequest(String name, String file, String digest, List<String> settings, String scale, String runs) {}

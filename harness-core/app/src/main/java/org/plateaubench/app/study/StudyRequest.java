// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.util.List;

/**
 * The request, which is sufficient to continue the sequence.
 *
 * @param file run file or study file, absolute
 * @param digest SHA-256 of the files that it was read from
 * @param scale scale of a study, empty for full size
 * @param runs folder of all runs, absolute
 */
public record StudyRequest(String name, String file, String digest, List<String> settings, String scale, String runs) {}

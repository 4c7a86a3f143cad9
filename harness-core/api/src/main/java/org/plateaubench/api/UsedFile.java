// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/**
 * A text file that the parameters of a workload name: UTF-8, of at most 16 MiB, in the folder of the file that names it
 * or below. The harness copies it to the run directory and gives its text to every agent. Immutable.
 *
 * @param parameter place of the name among the parameters, such as {@code scenario.data.users.file}, by which problems
 *     are located
 * @param name name as given, relative to the file that contains it; the key of
 *     {@link org.plateaubench.spi.WorkloadContext#files}
 */
public record UsedFile(String parameter, String name) {}

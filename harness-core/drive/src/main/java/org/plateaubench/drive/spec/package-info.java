// SPDX-License-Identifier: Apache-2.0
/** What is driven: the load of one workload, as an agent is given it, and who is told of failures. */
@NullMarked
package org.plateaubench.drive.spec;

import org.jspecify.annotations.NullMarked;

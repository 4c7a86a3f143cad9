// SPDX-License-Identifier: Apache-2.0
/** The events of a run with a record of the details of each, and who is informed of them. */
@NullMarked
package org.plateaubench.engine.run.event;

import org.jspecify.annotations.NullMarked;

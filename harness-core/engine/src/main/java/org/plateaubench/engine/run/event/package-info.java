// SPDX-License-Identifier: Apache-2.0
/** The events of a run with the records of their details, and the interfaces through which they are reported. */
@NullMarked
package org.plateaubench.engine.run.event;

import org.jspecify.annotations.NullMarked;

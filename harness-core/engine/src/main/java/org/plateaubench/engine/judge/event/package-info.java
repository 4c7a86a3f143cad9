// SPDX-License-Identifier: Apache-2.0
/**
 * Events on the time axis, and the response times within and outside of the events of each kind. These are figures and
 * never affect the verdict.
 */
@NullMarked
package org.plateaubench.engine.judge.event;

import org.jspecify.annotations.NullMarked;

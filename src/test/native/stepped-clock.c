/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Preloaded into a process, this library steps its clocks once, as if the host had been migrated or its clock set. The
 * step is made when the file that STEPPED_CLOCK names exists. That file contains the milliseconds by which the monotonic
 * clock and the wall clock are moved. It is then removed, which shows from outside that the step was made.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define MILLI 1000000L
#define SECOND 1000000000L

static volatile int stepped;
static volatile long monotonic_millis, wall_millis;

static void check_trigger(void) {
  char text[64], *rest;
  const char *trigger = getenv("STEPPED_CLOCK");
  int file;
  ssize_t read_bytes;
  if (stepped || !trigger || access(trigger, F_OK) != 0) return;
  file = open(trigger, O_RDONLY);
  if (file < 0) return;
  read_bytes = read(file, text, sizeof text - 1);
  close(file);
  if (read_bytes <= 0) return;
  text[read_bytes] = 0;
  monotonic_millis = strtol(text, &rest, 10);
  wall_millis = strtol(rest, NULL, 10);
  __sync_synchronize();
  stepped = 1;
  unlink(trigger);
}

static void move(struct timespec *time, long millis) {
  long nanos = time->tv_nsec + millis % 1000 * MILLI;
  time->tv_sec += millis / 1000;
  while (nanos >= SECOND) { nanos -= SECOND; time->tv_sec++; }
  while (nanos < 0) { nanos += SECOND; time->tv_sec--; }
  time->tv_nsec = nanos;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  int result;
  if (!real) real = (int (*)(clockid_t, struct timespec *)) dlsym(RTLD_NEXT, "clock_gettime");
  result = real(clock, time);
  check_trigger();
  if (stepped && result == 0) {
    if (clock == CLOCK_MONOTONIC) move(time, monotonic_millis);
    if (clock == CLOCK_REALTIME) move(time, wall_millis);
  }
  return result;
}

/* The kernel waits by its own clocks, so the step is undone. Deadlines after 1e9 s are those of the wall clock. */
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
  static int (*real)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  struct timespec adjusted = *until;
  if (!real) real = (int (*)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *))
      dlsym(RTLD_NEXT, "pthread_cond_timedwait");
  if (stepped) move(&adjusted, adjusted.tv_sec < SECOND ? -monotonic_millis : -wall_millis);
  return real(condition, mutex, &adjusted);
}
